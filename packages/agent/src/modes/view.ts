import type { Emit } from "../loop/agent-event.ts";

/** How one mode shows a session. */
export interface View {
  readonly emit: Emit;
  /** The session could not begin, or broke: in words, and as the end of the output. */
  fail(message: string): void;
}
