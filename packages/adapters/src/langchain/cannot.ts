import type { Limit } from "../core/limit.ts";

/** What hooks cannot do in an agent of LangChain. */
export const cannot: readonly Limit[] = [
  {
    cannot: "initial-prompt",
    because: "the application sends the prompts: initialUserMessage of SessionStart is ignored",
  },
];
