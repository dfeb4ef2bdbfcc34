import type { EventDefinition, EventName, Profile } from "@snaphook/protocol";

const made = new WeakMap<Profile, Map<string, EventDefinition>>();

/** An event with the values it has under a profile: a few only, or tools by other names (V7, V11). */
export function eventInProfile(event: EventDefinition, profile: Profile): EventDefinition {
  const knownValues = valuesIn(event, profile);
  if (knownValues === event.knownValues) return event;
  const byName = made.get(profile) ?? new Map<string, EventDefinition>();
  made.set(profile, byName);
  // One object for each: what else is worked out about an event is kept by the object.
  const known = byName.get(event.name) ?? { ...event, knownValues };
  byName.set(event.name, known);
  return known;
}

function valuesIn(
  { name, knownValues, isAboutTool }: EventDefinition,
  { matcherValues, toolViews }: Profile,
): readonly string[] {
  const only = matcherValues[name as EventName];
  if (only) return only;
  if (!isAboutTool || Object.keys(toolViews).length === 0) return knownValues;
  return knownValues.map((value) => toolViews[value]?.name ?? value);
}
