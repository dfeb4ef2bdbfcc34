import { flag, text } from "../fields.ts";
import { defineEvent } from "./event-definition.ts";
import { titleField } from "./title-field.ts";
import { contextField } from "./tool-fields.ts";

/** What a hook may answer about a prompt. */
export const promptOutput = () => ({
  ...contextField(),
  suppressOriginalPrompt: flag("Whether a blocked prompt is hidden from the user too.").optional(),
});

/** E2: a prompt was sent, and the model has not seen it. */
export const userPromptSubmit = defineEvent({
  name: "UserPromptSubmit",
  rule: "E2",
  when: "the user sent a prompt, and the model has not seen it yet",
  hostShould:
    "`refuse`: drop the prompt; show it to the user unless `fields.suppressOriginalPrompt`. Show `fields.sessionTitle` as the title",
  input: () => ({ prompt: text("The prompt as the user wrote it.") }),
  output: () => ({ ...promptOutput(), ...titleField() }),
  outcome: "gate",
  block: "the prompt is refused and erased",
  decisionCounts: true,
  refusable: true,
  takesModelHooks: true,
  example: { prompt: "Tidy up the project" },
});
