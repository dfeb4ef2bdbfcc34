import { z } from "zod";
import { about, flag, text } from "../fields.ts";
import type { CommonOutputFields } from "../generated/event-outputs.ts";

/** A3: the fields that every event reads. */
export const alwaysOutput = () => ({
  continue: flag("false ends the turn, whatever else the hook answers.").optional(),
  stopReason: text("Why the turn ends; shown to the user.").optional(),
  suppressOutput: flag("Hides what the hook printed from the verbose view.").optional(),
  systemMessage: text("A warning, shown to the user.").optional(),
});

/** A3: what a hook may answer. Unknown keys are ignored. */
export const commonOutput = () => ({
  ...alwaysOutput(),
  decision: about(
    "block blocks, on events that can be blocked. approve and allow only have an effect on PreToolUse.",
    z.enum(["approve", "block", "allow", "deny"]),
  ).optional(),
  reason: text("Why.").optional(),
});

/** A checked answer, whatever its event. */
export interface CommonOutput extends CommonOutputFields {
  readonly [key: string]: unknown;
  readonly hookSpecificOutput?: Readonly<Record<string, unknown>> | undefined;
}

/** From weakest to strongest (F1). "none" is no opinion, and no opinion is never "allow". */
export const decisions = ["none", "allow", "ask", "defer", "deny"] as const;
export type Decision = (typeof decisions)[number];

/** What one answer says, in the same form for all events. */
export interface Opinion {
  readonly decision: Decision;
  readonly reason?: string | undefined;
  readonly additionalContext?: string | undefined;
  readonly updatedInput?: Readonly<Record<string, unknown>> | undefined;
  /** The event's other fields, unchanged. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
}

/** A6: the top-level decision, on events that have one; outside PreToolUse, approve means no opinion. */
export function readDecision(
  answer: CommonOutput,
  { decisionCounts }: { readonly decisionCounts: boolean },
): Opinion {
  const { additionalContext, ...fields } = answer.hookSpecificOutput ?? {};
  const blocks = decisionCounts && (answer.decision === "block" || answer.decision === "deny");
  return {
    decision: blocks ? "deny" : "none",
    reason: blocks ? answer.reason : undefined,
    additionalContext: typeof additionalContext === "string" ? additionalContext : undefined,
    fields,
  };
}
