import type { Mailbox } from "./mailbox.ts";
import type { ShutdownRequest } from "./message-text.ts";

/** What teammates call the main agent. */
export const leadName = "team-lead";

/** A teammate, as the others see it. */
export interface Member {
  readonly name: string;
  readonly mail: Mailbox;
  /** Why it reads no more messages. */
  ended?: string;
  /** The request that it is to answer, and whether it agreed to it. */
  shutdown?: ShutdownRequest & { agreed: boolean };
}
