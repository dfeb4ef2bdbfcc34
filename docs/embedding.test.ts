import { type EventDefinition, events } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";

/** Fields of an answer that are part of the outcome itself. */
const folded = [
  "permissionDecision",
  "permissionDecisionReason",
  "updatedInput",
  "additionalContext",
  "decision",
];
/** What the outcome of PermissionRequest has in `fields`: parts of `decision`. */
const ofDecision = ["interrupt", "updatedPermissions"];

describe("the table of events in docs/embedding.md", () => {
  it.each(Object.values<EventDefinition>(events))(
    "says what to do with the fields of $name, and names no others",
    ({ hostShould, outputFields }) => {
      const named = [...hostShould.matchAll(/`fields\.(\w+)`/g)].map(([, field]) => field);
      const expected = [
        ...outputFields.filter((field) => !folded.includes(field)),
        ...(outputFields.includes("decision") ? ofDecision : []),
      ];
      expect(named.toSorted()).toEqual(expected.toSorted());
    },
  );
});
