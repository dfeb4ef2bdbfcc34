import type { Limit } from "../core/limit.ts";

/** What hooks cannot do to plain functions. */
export const cannot: readonly Limit[] = [
  {
    cannot: "initial-prompt",
    because: "the application sends the prompts: initialUserMessage of SessionStart is ignored",
  },
  { cannot: "framework-approval", because: "functions have no approvals: pass ask" },
  { cannot: "stream", because: "a function returns its answer in one piece", byTypes: true },
];
