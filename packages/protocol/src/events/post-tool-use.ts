import { anything, number } from "../fields.ts";
import { tools } from "../tools/table.ts";
import { defineEvent } from "./event-definition.ts";
import { contextField, matchesTool, toolExample, toolFields } from "./tool-fields.ts";

/** E5: a tool succeeded. */
export const postToolUse = defineEvent({
  name: "PostToolUse",
  rule: "E5",
  when: "a tool succeeded",
  hostShould:
    "give `reasons` to the model beside the result; `fields.updatedToolOutput` replaces the result, and for MCP tools `fields.updatedMCPToolOutput` too",
  ...matchesTool,
  input: () => ({
    ...toolFields(),
    tool_response: anything("The tool's output."),
    duration_ms: number("How long the tool ran, in milliseconds.").optional(),
  }),
  output: () => ({
    ...contextField(),
    updatedToolOutput: anything(
      "What the model sees instead of the result; must have the same fields as the tool's output.",
    ).optional(),
    updatedMCPToolOutput: anything(
      "The older name of updatedToolOutput, for MCP tools.",
    ).optional(),
  }),
  outcome: "result",
  block: "the model sees the reason next to the result",
  blockReaches: "model",
  decisionCounts: true,
  takesModelHooks: true,
  example: {
    ...toolExample,
    tool_response: tools["Bash"]?.responseExample,
    duration_ms: 12,
  },
});
