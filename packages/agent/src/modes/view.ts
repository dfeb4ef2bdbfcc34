import type { Emit } from "../loop/agent-event.ts";

/** How one mode shows a session. */
export interface View {
  readonly emit: Emit;
  /** The last input has its result. The initial message of a hook may have had one before. */
  finish(): void;
  /** The session could not begin or failed: prints the message as the end of the output. */
  fail(message: string): void;
}
