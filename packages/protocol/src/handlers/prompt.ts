import { flag, text } from "../fields.ts";
import type { Infer } from "../schema.ts";
import { defineHandler } from "./settings-handler.ts";

/** H2: one question to a model. */
export const prompt = defineHandler({
  type: "prompt",
  required: { prompt: text("The question; $ARGUMENTS stands for the input.") },
  texts: { prompt: "not-empty" },
  optional: {
    model: text("The model to ask; default: a small one."),
    continueOnBlock: flag("Whether the turn goes on after a block."),
  },
  limit: { unit: "seconds", default: 30 },
  asksModel: true,
  runsOn: "every-event",
  dependsOn: { what: "the model's answers", why: "they are made anew for each run" },
  label: (handler) => handler.prompt,
  identity: (handler) => [handler.prompt, handler.if ?? null],
  run: { by: "model", with: ({ prompt, model }) => ({ prompt, model }), repeat: "never" },
  answer: {
    as: "prompt",
    with: (handler) => ({ continueOnBlock: handler.continueOnBlock === true }),
  },
});

export type PromptHandler = Infer<typeof prompt.schema>;
