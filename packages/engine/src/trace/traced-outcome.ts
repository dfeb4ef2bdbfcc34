import type { TraceRecord } from "@snaphook/protocol";
import type { Outcome } from "../stages/outcome.ts";
import type { HookRef } from "../stages/snapshot.ts";
import type { Condenser } from "./condense.ts";

type TracedOutcome = NonNullable<TraceRecord["outcome"]>;

/** The outcome of a dispatch, and who sees which text (F6); `asked` is the tool input of the call. */
export function tracedOutcome(
  outcome: Outcome,
  asked: unknown,
  { text, value, fields }: Condenser,
): TracedOutcome {
  const reference = ({ id, label }: HookRef) => ({ id, label: text(label) });
  const { divergence } = outcome;
  return {
    action: outcome.action,
    ...("permission" in outcome ? { permission: outcome.permission } : {}),
    ...("turn" in outcome ? { turn: outcome.turn } : {}),
    ...("reasons" in outcome ? { reasons: outcome.reasons.map(text) } : {}),
    ...("reason" in outcome ? { reason: text(outcome.reason) } : {}),
    messages: outcome.messages.map((message) => ({
      ...message,
      text: text(message.text),
      hook: reference(message.hook),
    })),
    decidedBy: outcome.decidedBy.map(reference),
    overruled: outcome.overruled.map(reference),
    fields: fields(outcome.fields),
    ...("input" in outcome && outcome.input !== asked
      ? { rewrittenInput: value(outcome.input) }
      : {}),
    ...(divergence && {
      divergence: {
        profile: divergence.profile,
        questions: [...divergence.questions],
        action: divergence.action,
      },
    }),
  };
}
