import type { Limit } from "../core/limit.ts";

/** What hooks cannot do in an agent of the Claude Agent SDK. */
export const cannot: readonly Limit[] = [
  {
    cannot: "initial-prompt",
    because:
      "the SDK has no SessionStart for callbacks, so it is fired with the first prompt: initialUserMessage is ignored",
  },
];
