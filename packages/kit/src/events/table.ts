import type { EventName } from "../inputs.ts";
import type { EventTable } from "./event-row.ts";
import { sessionEvents } from "./session-events.ts";
import { toolEvents } from "./tool-events.ts";
import { turnEvents } from "./turn-events.ts";

/** Every event a hook can be for. */
export const events: EventTable = { ...sessionEvents, ...turnEvents, ...toolEvents };

export const isEventName = (name: string): name is EventName => Object.hasOwn(events, name);
