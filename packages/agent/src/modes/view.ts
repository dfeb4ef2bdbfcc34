import type { Emit } from "../loop/agent-event.ts";

/** How one mode shows a session. */
export interface View {
  readonly emit: Emit;
  /** The last input has had its result. What a hook wanted said first may have had one before. */
  finish(): void;
  /** The session could not begin, or broke: in words, and as the end of the output. */
  fail(message: string): void;
}
