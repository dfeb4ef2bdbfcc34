import type { Agent } from "./agent.ts";
import { endedTurn, type TurnEnd } from "./turn-result.ts";

/**
 * How a turn ends that may not ask the model again, because the session has spent its budget. A cost that is not
 * known could be any, so it ends the turn too.
 */
export function endOfBudget({ model, options }: Agent): TurnEnd | undefined {
  const { maxBudgetUsd } = options;
  if (maxBudgetUsd === undefined) return undefined;
  const spending = model.spending?.();
  const spent = spending?.knownUsd ?? 0;
  const unknown = spending ? spending.unknownBecause : "the model does not say what it costs";
  if (spent < maxBudgetUsd && unknown === undefined) return undefined;
  const error =
    spent >= maxBudgetUsd
      ? `the session has cost $${spent}, and --max-budget-usd is ${maxBudgetUsd}; raise it, or continue with --continue`
      : `--max-budget-usd cannot be kept, because the cost is not known: ${unknown}`;
  return {
    ...endedTurn("max_budget", "", null),
    errors: [error],
    subtype: "error_max_budget_usd",
  };
}
