import { flag, text } from "../fields.ts";
import type { Infer } from "../schema.ts";
import { defineHandler } from "./handler-definition.ts";

/** H2: one question to a model. */
export const prompt = defineHandler({
  type: "prompt",
  required: { prompt: text("The question; $ARGUMENTS stands for the input.") },
  optional: {
    model: text("The model to ask; default: a small one."),
    continueOnBlock: flag("Whether the turn goes on after a block."),
  },
  label: (handler) => handler.prompt,
  identity: (handler) => [handler.prompt, handler.if ?? null],
});

export type PromptHandler = Infer<typeof prompt.schema>;
