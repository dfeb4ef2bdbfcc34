import type { EventDefinition, EventName } from "@snaphook/protocol";

/** An object as JSON knows it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Something that happened in the host.
 *
 * Contract: `input` is complete (common fields filled in, E21) and is the
 * exact input of every hook of the event; no stage changes it.
 */
export interface HookEvent {
  readonly name: EventName;
  /** What the protocol says about this event; stages ask it, never the name. */
  readonly definition: EventDefinition;
  readonly input: JsonObject;
}
