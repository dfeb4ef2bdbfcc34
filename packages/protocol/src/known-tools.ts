import type { EventDefinition } from "./events/event-definition.ts";
import { profiles } from "./profiles/table.ts";

/** Every name that a tool of an event has in some host or profile. */
export const knownTools = ({
  knownValues,
  furtherValues,
  matchedValues,
}: EventDefinition): readonly string[] => [
  ...knownValues.flatMap((name) => matchedValues(name)),
  ...furtherValues,
  ...Object.values(profiles).flatMap(({ toolViews }) =>
    Object.values(toolViews).map(({ name }) => name),
  ),
];
