import { z } from "zod";
import { defineEvent } from "./event-definition.ts";
import { contextField, matchesTool, toolExample, toolFields } from "./tool-fields.ts";

/** E5: a tool succeeded. */
export const postToolUse = defineEvent({
  name: "PostToolUse",
  rule: "E5",
  when: "a tool succeeded",
  ...matchesTool,
  input: { ...toolFields, tool_response: z.unknown(), duration_ms: z.number().optional() },
  output: {
    ...contextField,
    updatedToolOutput: z.unknown().optional(),
    updatedMCPToolOutput: z.unknown().optional(),
  },
  outcome: "result",
  block: "the result stays, and the reason stands beside it",
  blockReaches: "model",
  decisionCounts: true,
  takesModelHooks: true,
  example: {
    ...toolExample,
    tool_response: { stdout: "ok", stderr: "", interrupted: false },
    duration_ms: 12,
  },
});
