import { defineEvent } from "./event-definition.ts";
import { modelExample, modelFields } from "./pre-model-switch.ts";

/** The model changed. */
export const postModelSwitch = defineEvent({
  name: "PostModelSwitch",
  rule: "extended",
  recorded: false,
  when: "the model changed",
  hostShould: "nothing more",
  matchesOn: "to_model",
  openValues: true,
  input: modelFields,
  outcome: "notice",
  example: modelExample,
});
