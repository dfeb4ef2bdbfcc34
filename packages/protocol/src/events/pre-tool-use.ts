import { z } from "zod";
import { about, fields, text } from "../fields.ts";
import { defineEvent } from "./event-definition.ts";
import type { CommonOutput, Decision, Opinion } from "./opinion.ts";
import { contextField, matchesTool, toolExample, toolFields } from "./tool-fields.ts";

const oldDecisions = { approve: "allow", allow: "allow", block: "deny", deny: "deny" } as const;

/** A5, A6: if an answer has an old and a new decision, the stricter wins; a reason without a decision is ignored. */
export function readToolDecision(answer: CommonOutput): Opinion {
  const {
    permissionDecision,
    permissionDecisionReason,
    updatedInput,
    additionalContext,
    ...fields
  } = answer.hookSpecificOutput ?? {};
  const old: Decision = answer.decision ? oldDecisions[answer.decision] : "none";
  const now = (permissionDecision as Decision | undefined) ?? "none";
  const useOld = (old === "deny" && now !== "deny") || now === "none";
  const decision = useOld ? old : now;
  const [first, second] = useOld ? [answer.reason] : [permissionDecisionReason, answer.reason];
  const reason = first ?? (old === now ? second : undefined);
  return {
    decision,
    reason: decision === "none" ? undefined : (reason as string | undefined),
    additionalContext: additionalContext as string | undefined,
    updatedInput: updatedInput as Opinion["updatedInput"],
    fields,
  };
}

/** E3: before a tool runs. */
export const preToolUse = defineEvent({
  name: "PreToolUse",
  rule: "E3",
  when: "a tool is about to run, and its input is valid",
  hostShould:
    "`proceed`: your rules decide unless `permission` is `granted`; `refuse`; `ask`; `defer`: end the run. Use `input`",
  ...matchesTool,
  input: toolFields,
  output: () => ({
    permissionDecision: about(
      "Whether the tool runs; if missing, the hook has no opinion.",
      z.enum(["allow", "deny", "ask", "defer"]),
    ).optional(),
    permissionDecisionReason: text(
      "Why. The model sees the reason for deny, the user the reason for allow and ask.",
    ).optional(),
    updatedInput: fields("Replaces the whole input of the tool.").optional(),
    ...contextField(),
  }),
  outcome: "tool-call",
  block: "the call is refused",
  blockReaches: "model",
  decisionCounts: true,
  refusable: true,
  takesModelHooks: true,
  example: toolExample,
  opinion: readToolDecision,
});
