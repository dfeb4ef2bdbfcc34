import type { ObjectionReplies } from "./event-replies.ts";
import { eventFacts } from "./generated/event-facts.ts";
import type { EventName } from "./inputs.ts";

/** What the kit knows of an event when a hook runs. */
interface EventFacts {
  /** The reply with which a hook objects; left out: none, or one of its own fields. */
  readonly objection?: keyof ObjectionReplies<EventName>;
  /** E18: JSON does not block, only exit 2 does. */
  readonly onlyByExit?: true;
  /** A hook that throws refuses (H8), unless it says otherwise. */
  readonly refusable?: true;
  /** It is about one tool call. */
  readonly isAboutTool?: true;
  /** Its hooks get a file to write variables into (P8). */
  readonly hasEnvironmentFile?: true;
  /** Its own fields in `hookSpecificOutput`. */
  readonly outputFields: readonly string[];
}

/** Every event a hook can be for. */
export const events: Readonly<Record<EventName, EventFacts>> = eventFacts;

export const isEventName = (name: string): name is EventName => Object.hasOwn(events, name);
