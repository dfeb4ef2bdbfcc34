import { z } from "zod";
import { defineEvent } from "./event-definition.ts";
import { contextField } from "./tool-fields.ts";

/** E2: a prompt was sent, and the model has not seen it. */
export const userPromptSubmit = defineEvent({
  name: "UserPromptSubmit",
  rule: "E2",
  when: "a prompt was sent, before the model sees it",
  input: { prompt: z.string() },
  output: { ...contextField, suppressOriginalPrompt: z.boolean().optional() },
  outcome: "gate",
  block: "the prompt is refused and erased",
  decisionCounts: true,
  refusable: true,
  takesModelHooks: true,
  example: { prompt: "Tidy up the project" },
});
