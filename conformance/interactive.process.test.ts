import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { terminalIsMissing } from "../scripts/testing/tmux.ts";
import { parseExpectedFailures, problemsOfList, surpriseOf } from "./expected-failures.ts";
import { play, type Results } from "./interactive/play.ts";
import { factsOf, readSessions } from "./interactive/session.ts";

const sessions = readSessions();
const list = parseExpectedFailures(
  readFileSync(join(import.meta.dirname, "interactive/expected-failures.yaml"), "utf8"),
);
const known = new Set(list.reasons.keys());
const names = sessions.flatMap(factsOf).map(({ fact }) => fact);
/** `npm run terminal` plays all sessions, `npm test` those that are quick. */
const played = process.env["TEST_TERMINAL"] ? sessions : sessions.filter(({ quick }) => quick);

/** At most this many sessions run at the same time. */
let free = 4;
const waiting: (() => void)[] = [];
async function inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
  if (free > 0) free--;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await run();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else free++;
  }
}

describe("the list of facts", () => {
  it("has at least 240, each once, and names of failures that exist", () => {
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(240);
    expect(problemsOfList(list, names)).toEqual([]);
  });
});

describe.concurrent.each(played)("section $section, session $name", (session) => {
  let results: Results = new Map();
  beforeEach(({ skip }) => skip(terminalIsMissing !== undefined, terminalIsMissing));
  beforeAll(async () => {
    if (terminalIsMissing === undefined) results = await inTurn(() => play(session, known));
  }, 300_000);
  it.each(factsOf(session))("$fact: $says", ({ fact }) => {
    const problem = results.get(fact);
    const surprise = surpriseOf(fact, problem === undefined, list);
    if (surprise !== undefined) expect.fail(`${surprise}: ${problem ?? ""}`);
  });
});
