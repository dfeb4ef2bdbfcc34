import { nearestName } from "@snaphook/engine";
import { type EventName, eventNames, isEventName } from "@snaphook/protocol";

/** What the user asked for cannot be done; the message says what would work. */
export class UsageError extends Error {}

/** An event's name, or what it probably should have been. */
export function eventNamed(name: string): EventName {
  if (isEventName(name)) return name;
  const nearest = nearestName(name, eventNames);
  const hint =
    nearest === undefined ? `known events: ${eventNames.join(", ")}` : `did you mean ${nearest}?`;
  throw new UsageError(`unknown event "${name}"; ${hint}`);
}
