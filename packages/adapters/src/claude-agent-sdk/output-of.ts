import { type Outcome, seenBy } from "@snaphook/engine";

/** What a callback of the SDK returns. */
export interface CallbackOutput {
  readonly continue?: boolean;
  readonly stopReason?: string;
  readonly decision?: "block";
  readonly reason?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the SDK has a type for each event, and the fields come from hooks
  readonly hookSpecificOutput?: any;
}

type Fields = Readonly<Record<string, unknown>>;

/** An outcome as the answer of one hook. `late` are texts of background hooks. */
export function outputOf(outcome: Outcome, late: readonly string[] = []): CallbackOutput {
  const fields: Fields = { ...outcome.fields, ...decisionOf(outcome), ...contextOf(outcome, late) };
  return {
    ...(outcome.action === "stop" && stopped(outcome.reason)),
    ...("turn" in outcome && outcome.turn === "stop" && stopped("")),
    ...blockOf(outcome),
    ...specific(outcome.event, fields),
  };
}

export const stopped = (reason: string): CallbackOutput => ({
  continue: false,
  ...(reason !== "" && { stopReason: reason }),
});

export const specific = (hookEventName: string, fields: Fields): CallbackOutput =>
  Object.keys(fields).length > 0 ? { hookSpecificOutput: { hookEventName, ...fields } } : {};

/** What the model reads, except for reasons, which go with the decision. */
function contextOf({ messages }: Outcome, late: readonly string[]): Fields {
  const texts = seenBy("model", messages).filter(({ kind }) => kind !== "reason");
  const all = [...texts.map(({ text }) => text), ...late];
  return all.length > 0 ? { additionalContext: all.join("\n") } : {};
}

/** Prompts are refused, results objected to, and agents sent back with the same words. */
function blockOf(outcome: Outcome): CallbackOutput {
  if (outcome.kind === "tool-call" || outcome.kind === "permission") return {};
  const reasons = reasonsOf(outcome);
  return reasons.length > 0 ? { decision: "block", reason: reasons.join("\n") } : {};
}

function reasonsOf(outcome: Outcome): readonly string[] {
  if ("reasons" in outcome) return outcome.reasons;
  return "refused" in outcome ? outcome.refused : [];
}

/** The answer to a permission question. */
function decisionOf(outcome: Outcome): Fields {
  if (outcome.kind !== "permission") return {};
  const { updatedPermissions, interrupt } = outcome.fields;
  if (outcome.action === "allow") {
    const updates = updatedPermissions === undefined ? {} : { updatedPermissions };
    return { decision: { behavior: "allow", updatedInput: outcome.input, ...updates } };
  }
  if (outcome.action !== "deny") return {};
  const message = outcome.reasons.join("\n");
  return { decision: { behavior: "deny", message, ...(interrupt === true && { interrupt }) } };
}
