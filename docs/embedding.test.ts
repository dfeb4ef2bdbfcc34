import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type EventDefinition, events } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";

const page = readFileSync(join(import.meta.dirname, "embedding.md"), "utf8");
const [, table = ""] = /<!-- outcomes -->([\s\S]*)<!-- \/outcomes -->/.exec(page) ?? [];
const rows = table
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => {
    const [, event = "", , outcome = "", advice = ""] = line.split("|").map((cell) => cell.trim());
    return { name: event.replaceAll(/[`* ]/g, ""), outcome, advice };
  });

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
  it("has every event, in order, with its kind of outcome", () => {
    expect(rows.map(({ name, outcome }) => [name, outcome])).toEqual(
      Object.values<EventDefinition>(events).map(({ name, outcome }) => [name, outcome]),
    );
  });

  it.each(rows)("says what to do with the fields of $name, and names no others", (row) => {
    const { outputFields } = events[row.name as keyof typeof events];
    const named = [...row.advice.matchAll(/`fields\.(\w+)`/g)].map(([, field]) => field);
    const expected = [
      ...outputFields.filter((field) => !folded.includes(field)),
      ...(outputFields.includes("decision") ? ofDecision : []),
    ];
    expect(named.toSorted()).toEqual(expected.toSorted());
  });
});
