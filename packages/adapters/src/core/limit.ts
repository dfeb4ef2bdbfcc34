/** What hooks can do in an agent, where a framework may have no place for it. */
export type Ability =
  | "session-start"
  | "initial-prompt"
  | "prompt"
  | "prompt-refusal"
  | "rewrite-input"
  | "rewrite-output"
  | "tool-context"
  | "late-context"
  | "tool-failure"
  | "ask"
  | "framework-approval"
  | "defer"
  | "stop"
  | "send-back"
  | "model-failure"
  | "stream"
  | "subagent"
  | "session-end"
  | "inactive-hooks"
  | "unfired-events"
  | "abort"
  | "foreign-tools"
  | "guardrails"
  | "command-results"
  | "hidden-failures"
  | "preliminary-results";

/** Something that a framework cannot express, and why. */
export interface Limit {
  readonly cannot: Ability;
  readonly because: string;
  /** The types leave no way to try it, so there is nothing to report at run time. */
  readonly byTypes?: true;
}
