import { text } from "../fields.ts";
import type { Infer } from "../schema.ts";
import { type CodeHandlerFields, defineCodeHandler } from "./code-handler.ts";
import { defineHandler } from "./settings-handler.ts";
import type { WaysToRun } from "./ways-to-run.ts";

/** What all agent hooks share, whether their question is a text or a function. */
const traits = {
  type: "agent",
  limit: { unit: "seconds", default: 60 },
  asksModel: true,
  runsOn: "every-event",
  dependsOn: {
    what: "the model's answers and what it reads",
    why: "they can differ on every run",
  },
  answer: "agent",
} as const;

const askAgent = ({ prompt, model }: WaysToRun["agent"]) => ({ prompt, model });

/** H3: a question to a model that can read files first. */
export const agent = defineHandler({
  ...traits,
  required: { prompt: text("The question; $ARGUMENTS is replaced with the input.") },
  texts: { prompt: "question" },
  optional: { model: text("The model to ask. Default: a small one.") },
  label: (handler) => handler.prompt.trim(),
  identity: (handler) => [handler.prompt, handler.if ?? null],
  run: { by: "agent", with: askAgent, repeat: "never" },
});

export type AgentHandler = Infer<typeof agent.schema>;

/** H6: an agent hook with a function that makes its question from the conversation. */
export interface CodeAgentHandler extends CodeHandlerFields {
  readonly type: "agent";
  readonly prompt: Exclude<WaysToRun["agent"]["prompt"], string>;
  readonly model?: string | undefined;
  readonly onFailure?: "continue" | "block" | undefined;
}

export const codeAgent = defineCodeHandler<CodeAgentHandler>({
  ...traits,
  code: "prompt",
  ownFields: ["model"],
  takesOnFailure: true,
  run: { by: "agent", with: askAgent, repeat: "never" },
});
