import type { Limit } from "../core/limit.ts";

/** What hooks cannot do in an agent of the AI SDK. */
export const cannot: readonly Limit[] = [
  {
    cannot: "initial-prompt",
    because: "the application sends the prompts: initialUserMessage of SessionStart is ignored",
  },
  {
    cannot: "foreign-tools",
    because:
      "tools without execute run in a client or at the provider, and no hook gets their calls",
  },
  {
    cannot: "preliminary-results",
    because:
      "hooks get the result of a tool when it has ended: of several results only the last is used",
  },
];
