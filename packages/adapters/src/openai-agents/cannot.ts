import type { Limit } from "../core/limit.ts";

/** What hooks cannot do in an agent of the OpenAI Agents SDK. */
export const cannot: readonly Limit[] = [
  {
    cannot: "initial-prompt",
    because: "the application sends the prompts: initialUserMessage of SessionStart is ignored",
  },
  {
    cannot: "foreign-tools",
    because:
      "only function tools run here: no hook gets calls of hosted tools, MCP servers and handoffs",
  },
  {
    cannot: "hidden-failures",
    because:
      "the SDK hides the error of a tool from hooks: make the tool with errorFunction: toolError",
  },
  {
    cannot: "guardrails",
    because:
      "input guardrails of a tool run before its hooks: they judge the input of the model, not what a hook made of it",
  },
];
