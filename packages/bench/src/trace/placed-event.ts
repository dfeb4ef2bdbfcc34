import type { TimelineEvent } from "./timeline.ts";

/** An event before it belongs to a turn: its times are milliseconds since 1970. */
export interface PlacedEvent {
  readonly session: string;
  /** The id of the prompt, where the host gives one. */
  readonly promptId: string | undefined;
  /** The user's text, if this event has it. */
  readonly prompt: string | undefined;
  readonly event: TimelineEvent;
}
