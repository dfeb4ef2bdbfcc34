import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { events } from "@snaphook/protocol";
import { expect, it } from "vitest";
import { type Entries, problemsOf, reachedTable, reachedValues } from "./events-page.ts";

const root = mkdtempSync(join(tmpdir(), "events-"));
writeFileSync(join(root, "a.test.ts"), 'it("E14 reaches %s", () => {});\n');
const definitions = [events.PreCompact, events.Stop];
const row = { how: "`/compact`", test: "a.test.ts > E14 reaches %s" };
const good: Entries = { PreCompact: { values: { manual: row, auto: row } }, Stop: row };

it("a page on which each value has a test or a reason has no problem", () => {
  expect(problemsOf(definitions, good, root)).toEqual([]);
  const explained = { ...good, PreCompact: { values: { manual: row, "*": { never: "no" } } } };
  expect(problemsOf(definitions, explained, root)).toEqual([]);
  expect(reachedTable(reachedValues(definitions, explained)).split("\n").slice(2)).toEqual([
    "| **PreCompact** | `manual` | `/compact` | [E14 reaches %s](../a.test.ts) |",
    "|  | `auto` | never: no | – |",
    "| **Stop** |  | `/compact` | [E14 reaches %s](../a.test.ts) |",
  ]);
});

it.each<[string, Entries, string]>([
  [
    "an event is missing",
    { PreCompact: good["PreCompact"] ?? {} },
    "Stop: it needs how and test, or never",
  ],
  [
    "a value is missing",
    { ...good, PreCompact: { values: { manual: row } } },
    "PreCompact auto: it needs how",
  ],
  [
    "a test does not exist",
    { ...good, Stop: { ...row, test: "a.test.ts > E14 reaches" } },
    'a.test.ts has no test "E14 reaches"',
  ],
  [
    "a file does not exist",
    { ...good, Stop: { ...row, test: "b.test.ts > x" } },
    "there is no file b.test.ts",
  ],
  ["a row says both", { ...good, Stop: { ...row, never: "x" } }, "a test and a reason"],
  ["an event is unknown", { ...good, Stopp: row }, "Stopp: unknown event"],
  [
    "a value is unknown",
    { ...good, PreCompact: { values: { "*": row, x: row } } },
    "PreCompact x: the event has no such value",
  ],
])("it is a problem if %s", (_what, entries, problem) => {
  expect(problemsOf(definitions, entries, root).join("\n")).toContain(problem);
});
