import type { Infer } from "../schema.ts";
import { preToolUse } from "./pre-tool-use.ts";

/** Every known event by name. A new event is one new file and one line here. */
export const events = {
  PreToolUse: preToolUse,
} as const;

export type EventName = keyof typeof events;

/** The input of an event, as hooks are told it. */
export type InputOf<Name extends EventName> = Infer<(typeof events)[Name]["input"]>;

/** What the answers of an event decide about. */
export type OutcomeKindOf<Name extends EventName> = (typeof events)[Name]["outcome"];

export const isEventName = (name: string): name is EventName => Object.hasOwn(events, name);
