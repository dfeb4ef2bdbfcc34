import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type EventName, events } from "@snaphook/protocol";
import { expect } from "vitest";
import { reachedValues, readEntries, splitTest } from "../../scripts/generate/events-page.ts";
import { newPlace, type Run } from "../testing/session.ts";

const root = join(import.meta.dirname, "../..");
const settings = join(import.meta.dirname, "every-event.json");

/** What the page says that a test of this folder reaches, as `EVENT value`. */
const promised = (title: string | undefined): readonly string[] =>
  reachedValues(Object.values(events), readEntries(root))
    .filter(
      ({ test = "" }) =>
        splitTest(test).title === title && test.startsWith("examples/every-event/"),
    )
    .map(({ event, value }) => `${event} ${value}`.trim());

/** A place for sessions in which every event has a hook that stores its input. */
export function newRecordedPlace() {
  const place = newPlace();
  const folder = join(place.home, "events");
  mkdirSync(folder);
  const inputs = (): readonly Readonly<Record<string, unknown>>[] =>
    readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
  return {
    ...place,
    inputs,
    /** Runs a session, which has to end with this exit code. */
    async run(run: Run, exitCode = 0) {
      const flags = ["--settings", settings, ...(run.flags ?? [])];
      const { status, stderr } = await place.run({
        ...run,
        flags,
        env: { ...run.env, EVENTS_FOLDER: folder },
      });
      expect(status, stderr).toBe(exitCode);
    },
    /** Fails unless the sessions fired all that docs/events.md says of the running test. */
    expectWhatThePageSays() {
      const expected = promised(expect.getState().currentTestName?.split(" > ").at(-1));
      expect(expected).not.toEqual([]);
      const fired = new Set(inputs().flatMap(pairsOf));
      expect(expected.filter((pair) => !fired.has(pair))).toEqual([]);
    },
  };
}

/** An event alone, and with the value that its matcher is tested against. */
function pairsOf(input: Readonly<Record<string, unknown>>): readonly string[] {
  const name = String(input["hook_event_name"]);
  const { matchesOn } = events[name as EventName];
  return matchesOn === undefined ? [name] : [name, `${name} ${String(input[matchesOn])}`];
}
