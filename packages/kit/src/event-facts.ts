import type { ObjectionReplies } from "./event-replies.ts";
import { eventFacts } from "./generated/event-facts.ts";
import type { EventName } from "./inputs.ts";

/** What the kit knows about an event at run time. */
interface EventFacts {
  /** How a hook objects. If missing, it cannot object, or does so with one of the event's own fields. */
  readonly objection?: keyof ObjectionReplies<EventName>;
  /** E18: JSON cannot block, only exit code 2 can. */
  readonly onlyByExit?: true;
  /** A hook that throws refuses (H8), unless `onError` says otherwise. */
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
