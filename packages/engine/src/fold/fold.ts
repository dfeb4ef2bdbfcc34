import type { EventName, OutcomeKind, Profile } from "@snaphook/protocol";
import type { HookEvent } from "../stages/hook-event.ts";
import type { OutcomeByKind, OutcomeOf } from "../stages/outcome.ts";
import type { Verdict } from "../stages/verdict.ts";
import { foldToolCall } from "./tool-call.ts";

type Fold<Kind extends OutcomeKind> = (
  event: HookEvent,
  verdicts: readonly Verdict[],
  profile: Profile,
) => OutcomeByKind[Kind];

/** How each kind of outcome is folded. */
const folds: { readonly [Kind in OutcomeKind]: Fold<Kind> } = {
  "tool-call": foldToolCall,
};

/** Many verdicts, in plan order, into one outcome (F1-F6). */
export function fold<Name extends EventName>(
  event: HookEvent & { readonly name: Name },
  verdicts: readonly Verdict[],
  profile: Profile,
): OutcomeOf<Name> {
  return folds[event.definition.outcome](event, verdicts, profile);
}
