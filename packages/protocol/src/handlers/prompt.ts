import { z } from "zod";
import type { Infer } from "../schema.ts";
import { defineHandler } from "./handler-definition.ts";

/** H2: one question to a model. */
export const prompt = defineHandler({
  type: "prompt",
  required: { prompt: z.string() },
  optional: { model: z.string(), continueOnBlock: z.boolean() },
  label: (handler) => handler.prompt,
  identity: (handler) => [handler.prompt, handler.if ?? null],
});

export type PromptHandler = Infer<typeof prompt.schema>;
