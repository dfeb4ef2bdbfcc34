import type { EventDefinition } from "../events/event-definition.ts";
import type { Profile } from "./profile.ts";

/** Whether a block means anything on an event, here. */
export const isBlockable = (event: EventDefinition, profile: Profile): boolean =>
  event.canBlock || profile.alsoBlockable.some((name) => name === event.name);

/** Whether a failing or changed hook can refuse on an event, here (H8, T1). */
export const isRefusable = (event: EventDefinition, profile: Profile): boolean =>
  event.refusable || profile.alsoBlockable.some((name) => name === event.name);
