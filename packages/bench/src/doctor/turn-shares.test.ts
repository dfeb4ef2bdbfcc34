import type { TraceRecord } from "@snaphook/protocol";
import fc from "fast-check";
import { expect, it } from "vitest";
import { median } from "./median.ts";
import { turnShares, turnsIn } from "./turn-shares.ts";

interface Written {
  readonly event: string;
  readonly at: number;
  readonly ms: number;
  readonly ran?: Readonly<Record<string, number>>;
  readonly session?: string;
  readonly action?: string;
}

/** The fields of a record that are used here. */
const record = ({ event, at, ms, ran = {}, session = "s", action = "finish" }: Written) =>
  ({
    event,
    session,
    time: new Date(at).toISOString(),
    durationMs: ms,
    ran: Object.entries(ran).map(([id, durationMs]) => ({ id, durationMs })),
    outcome: { action },
  }) as unknown as TraceRecord;

it("a hook's share is its time divided by the time from the prompt to the end of Stop", () => {
  const turns = turnsIn(
    [
      { event: "SessionStart", at: 0, ms: 500, ran: { start: 500 } },
      { event: "UserPromptSubmit", at: 1000, ms: 0 },
      { event: "PreToolUse", at: 1100, ms: 60, ran: { guard: 50 } },
      { event: "PreToolUse", at: 1300, ms: 60, ran: { guard: 30 } },
      { event: "Stop", at: 1900, ms: 100, ran: { tests: 100 } },
      // Another turn, in which the guard did not run.
      { event: "UserPromptSubmit", at: 5000, ms: 0 },
      { event: "Stop", at: 5900, ms: 100, ran: { tests: 100 } },
    ].map(record),
  );
  expect(turns.map(({ ms }) => ms)).toEqual([1000, 1000]);
  const shares = turnShares(turns);
  expect(shares.get("guard")).toEqual({ runs: 2, medianMs: 40, share: 0.08 });
  expect(shares.get("tests")).toEqual({ runs: 2, medianMs: 100, share: 0.1 });
  expect(shares.has("start")).toBe(false);
});

it("a Stop hook that sends the agent back does not end the turn, and sessions do not mix", () => {
  const turns = turnsIn(
    [
      { event: "UserPromptSubmit", at: 0, ms: 1 },
      { event: "UserPromptSubmit", at: 10, ms: 1, session: "other" },
      { event: "Stop", at: 100, ms: 1, action: "continue" },
      { event: "Stop", at: 200, ms: 1 },
      { event: "Stop", at: 300, ms: 1, session: "other" },
    ].map(record),
  );
  expect(turns.map(({ ms }) => ms)).toEqual([201, 291]);
});

it("a share is never below 0 or above 1", () => {
  const written = fc.record({
    event: fc.constantFrom("UserPromptSubmit", "PreToolUse", "Stop", "SessionEnd"),
    at: fc.nat(10_000),
    ms: fc.nat(1000),
    ran: fc.dictionary(fc.constantFrom("a", "b"), fc.nat(5000)),
    session: fc.constantFrom("s", "t"),
    action: fc.constantFrom("continue", "finish"),
  });
  fc.assert(
    fc.property(fc.array(written), (all) => {
      for (const { share, runs } of turnShares(turnsIn(all.map(record))).values()) {
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
        expect(runs).toBeGreaterThan(0);
      }
    }),
  );
});

it("the median of no values is null", () => {
  expect([[], [3], [5, 1, 3], [4, 1, 3, 2]].map(median)).toEqual([null, 3, 3, 2.5]);
});
