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
      "a tool with an errorFunction returns its errors as results, so PostToolUse is fired for them: pass errorFunction: null",
  },
];
