import type { EventName } from "@snaphook/protocol";
import type { Outcome, OutcomeOf } from "../stages/outcome.ts";
import { cancelledByHost } from "../text/cancelled-by-host.ts";

/** The kinds of events whose action waits for the hooks. */
const waiting: readonly Outcome["kind"][] = ["tool-call", "permission", "gate"];

/** What belongs to the action that the outcome had. */
const ofAction: readonly string[] = ["permission", "turn", "reasons"];

/**
 * P18: what waited for the hooks of an event that was aborted does not proceed, whether a hook matched or not.
 */
export function cancelOutcome<Name extends EventName>(outcome: OutcomeOf<Name>): OutcomeOf<Name> {
  const { kind, action } = outcome as Outcome;
  if (!waiting.includes(kind) || action === "stop") return outcome;
  const kept = Object.entries(outcome).filter(([key]) => !ofAction.includes(key));
  const stop = { action: "stop", reason: cancelledByHost };
  const more = kind === "gate" ? { refused: [] } : {};
  return { ...Object.fromEntries(kept), ...stop, ...more, decidedBy: [] } as never;
}
