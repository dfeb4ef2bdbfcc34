import { nearestName } from "@snaphook/engine/internal";
import { type EventName, eventNames, isEventName } from "@snaphook/protocol";

/** What the user asked for cannot be done; the message says what would work. */
export class UsageError extends Error {}

/** An event's name, or what it probably should have been. */
export function eventNamed(name: string): EventName {
  if (isEventName(name)) return name;
  throw new UsageError(`unknown event "${name}"; ${suggestName(name, eventNames)}`);
}

/** The name that was probably meant, else all there are. */
export function suggestName(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? `known: ${known.join(", ")}` : `did you mean ${nearest}?`;
}
