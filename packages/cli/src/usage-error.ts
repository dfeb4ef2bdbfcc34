import { nearestName } from "@snaphook/engine/internal";
import { type EventName, eventNames, isEventName } from "@snaphook/protocol";

/** What the user asked for cannot be done; the message says what would work. */
export class UsageError extends Error {
  readonly exitCode: number;
  /** The user has read it already. */
  readonly isPrinted: boolean;
  constructor(message: string, exitCode = 1, { isPrinted = false } = {}) {
    super(message);
    this.exitCode = exitCode;
    this.isPrinted = isPrinted;
  }
}

/** Checks an event's name. Throws a `UsageError` that suggests the nearest one. */
export function eventNamed(name: string): EventName {
  if (isEventName(name)) return name;
  throw new UsageError(`unknown event "${name}"; ${suggestName(name, eventNames)}`);
}

/** A hint: the nearest known name, or else all known names. */
export function suggestName(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? `known: ${known.join(", ")}` : `did you mean ${nearest}?`;
}
