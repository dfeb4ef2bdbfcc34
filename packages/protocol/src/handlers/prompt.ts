import { flag, text } from "../fields.ts";
import type { Infer } from "../schema.ts";
import { defineHandler } from "./settings-handler.ts";

/** H2: one question to a model. */
export const prompt = defineHandler({
  type: "prompt",
  required: { prompt: text("The question; $ARGUMENTS is replaced with the input.") },
  texts: { prompt: "question" },
  optional: {
    model: text("The model to ask. Default: a small one."),
    continueOnBlock: flag("Whether the turn continues after a block."),
  },
  limit: { unit: "seconds", default: 30 },
  asksModel: true,
  runsOn: "every-event",
  dependsOn: { what: "the model's answers", why: "they can differ on every run" },
  label: (handler) => handler.prompt.trim(),
  identity: (handler) => [handler.prompt, handler.if ?? null],
  run: { by: "model", with: ({ prompt, model }) => ({ prompt, model }), repeat: "never" },
  answer: {
    as: "prompt",
    with: (handler) => ({ continueOnBlock: handler.continueOnBlock === true }),
  },
});

export type PromptHandler = Infer<typeof prompt.schema>;
