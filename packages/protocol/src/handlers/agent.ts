import { text } from "../fields.ts";
import type { Infer } from "../schema.ts";
import { defineHandler } from "./handler-definition.ts";

/** H3: a question to a model that may look around first. */
export const agent = defineHandler({
  type: "agent",
  required: { prompt: text("The question; $ARGUMENTS stands for the input.") },
  optional: { model: text("The model to ask; default: a small one.") },
  label: (handler) => handler.prompt,
  identity: (handler) => [handler.prompt, handler.if ?? null],
});

export type AgentHandler = Infer<typeof agent.schema>;
