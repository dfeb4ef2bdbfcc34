import { decisions, type EventName, type Profile } from "@snaphook/protocol";
import type { HeldHook } from "../stages/admitted.ts";
import type { HookEvent, HookInput } from "../stages/hook-event.ts";
import type { OutcomeOf } from "../stages/outcome.ts";
import type { HookRef } from "../stages/snapshot.ts";
import type { Verdict } from "../stages/verdict.ts";
import { actions } from "./actions.ts";

/**
 * Many verdicts, in plan order, into one outcome.
 *
 * 1. The strongest decision wins, and all its reasons are kept (F1). A guard that was held back
 *    because it has changed counts as a refusal (T1).
 * 2. The first stop in plan order beats every block, where a stop counts (F3).
 * 3. The last rewrite in plan order is the input to use, unless the call is refused (F2).
 * 4. Every text goes along, in plan order (F5).
 */
export function fold<Name extends EventName>(
  event: HookEvent & { readonly name: Name },
  verdicts: readonly Verdict[],
  held: readonly HeldHook[],
  profile: Profile,
): OutcomeOf<Name> {
  const refusing = held.filter((hook) => hook.refuses);
  const ranks = verdicts.map(({ opinion }) => decisions.indexOf(opinion.decision));
  const strongest = decisions[Math.max(0, ...ranks)] ?? "none";
  const decision = refusing.length > 0 ? "deny" : strongest;
  const winners = verdicts.filter(
    ({ opinion }) => decision !== "none" && opinion.decision === decision,
  );
  const reasons = [
    ...refusing.map(({ hook, because }) => `[${hook.label}]: ${because}`),
    ...winners.flatMap(({ opinion }) => opinion.reason ?? []),
  ];
  const stopper = stopCounts(event, profile) ? verdicts.find(({ stop }) => stop) : undefined;
  const kind = event.definition.outcome;
  const action = actions[kind]({ decision, reasons, stop: stopper?.stop }, profile);
  return {
    kind,
    event: event.name,
    messages: verdicts.flatMap((verdict) => verdict.messages),
    decidedBy:
      action.action === "stop" && stopper
        ? [refOf(stopper.run.planned.hook)]
        : [...refusing.map(({ hook }) => hook), ...winners.map(({ run }) => run.planned.hook)].map(
            refOf,
          ),
    own: Object.assign({}, ...verdicts.map(({ opinion }) => opinion.own)),
    ...("tool_input" in event.input ? { input: inputToUse(event, verdicts, decision) } : {}),
    ...action,
  } as unknown as OutcomeOf<Name>;
}

const stopCounts = (event: HookEvent, { stopCountsOn }: Profile): boolean =>
  stopCountsOn === "every-event" || stopCountsOn.includes(event.name);

function inputToUse(event: HookEvent, verdicts: readonly Verdict[], decision: string): HookInput {
  const rewrite = verdicts.findLast(({ opinion }) => opinion.updatedInput)?.opinion.updatedInput;
  const original = event.input["tool_input"] as HookInput;
  return decision === "deny" ? original : (rewrite ?? original);
}

const refOf = ({ id, label }: HookRef): HookRef => ({ id, label });
