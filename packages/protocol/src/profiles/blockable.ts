import type { EventDefinition } from "../events/event-definition.ts";
import type { Profile } from "./profile.ts";

/** Whether a block has an effect on an event in this profile. */
export const isBlockable = (event: EventDefinition, profile: Profile): boolean =>
  event.canBlock || profile.alsoBlockable.some((name) => name === event.name);

/** Whether a failing or changed hook can refuse an event in this profile (H8, T1). */
export const isRefusable = (event: EventDefinition, profile: Profile): boolean =>
  event.refusable || profile.alsoBlockable.some((name) => name === event.name);
