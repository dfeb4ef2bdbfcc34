import type { Limit } from "../core/limit.ts";

/** What hooks cannot do in an agent of LangChain. */
export const cannot: readonly Limit[] = [
  {
    cannot: "initial-prompt",
    because: "the application sends the prompts: initialUserMessage of SessionStart is ignored",
  },
  {
    cannot: "foreign-tools",
    because: "tools of the provider run there, and no hook gets their calls",
  },
  {
    cannot: "command-results",
    because:
      "a tool returned a command: what a hook puts in place of the result replaces the command",
  },
];
