import { z } from "zod";
import { schema } from "../schema.ts";
import { type Decision, defineEvent } from "./event-definition.ts";
import { toolInput } from "./input.ts";
import { commonOutput } from "./output.ts";

const output = commonOutput.extend({
  decision: z.enum(["approve", "block", "allow", "deny"]).optional(),
  reason: z.string().optional(),
  hookSpecificOutput: z
    .looseObject({
      hookEventName: z.literal("PreToolUse"),
      permissionDecision: z.enum(["allow", "deny", "ask"]).optional(),
      permissionDecisionReason: z.string().optional(),
      updatedInput: z.record(z.string(), z.unknown()).optional(),
      additionalContext: z.string().optional(),
    })
    .optional(),
});

const oldWords = { approve: "allow", allow: "allow", block: "deny", deny: "deny" } as const;

/** E3: before a tool runs. */
export const preToolUse = defineEvent({
  name: "PreToolUse",
  rule: "E3",
  when: "tool input validated, before the tool runs",
  matchesOn: "tool_name",
  knownValues: ["Bash"],
  input: schema(toolInput),
  output: schema(output),
  outcome: "tool-call",
  block: "the call is refused; the reason goes to the model",
  refusable: true,
  opinion(answer) {
    const own = answer.hookSpecificOutput;
    const old: Decision = answer.decision ? oldWords[answer.decision] : "none";
    const stricter =
      old === "deny" || own?.permissionDecision === undefined ? old : own.permissionDecision;
    return {
      decision: stricter,
      reason: stricter === own?.permissionDecision ? own.permissionDecisionReason : answer.reason,
      additionalContext: own?.additionalContext,
      updatedInput: own?.updatedInput,
    };
  },
});
