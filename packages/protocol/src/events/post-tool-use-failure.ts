import { flag, text } from "../fields.ts";
import { defineEvent } from "./event-definition.ts";
import { contextField, matchesTool, toolExample, toolFields } from "./tool-fields.ts";

/** E6: a tool failed. */
export const postToolUseFailure = defineEvent({
  name: "PostToolUseFailure",
  rule: "E6",
  when: "a tool failed or threw",
  hostShould: "give `reasons` to the model beside the error",
  ...matchesTool,
  input: () => ({
    ...toolFields(),
    error: text("The error as the model sees it."),
    is_interrupt: flag("Whether the user interrupted the tool.").optional(),
  }),
  output: contextField,
  outcome: "result",
  block: "the model sees the reason next to the error",
  blockReaches: "model",
  decisionCounts: true,
  takesModelHooks: true,
  example: { ...toolExample, error: "Exit code 1\nno such file", is_interrupt: false },
});
