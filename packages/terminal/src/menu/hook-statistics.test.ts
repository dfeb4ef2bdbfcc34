import type { AgentEvent } from "@snaphook/agent";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noStatistics, percentile, withStatistics } from "./hook-statistics.ts";

type Progress = Extract<AgentEvent, { readonly type: "hook" }>["progress"];

const event = (progress: object): AgentEvent => ({
  type: "hook",
  progress: { hook: { id: "h", label: "x" }, runId: "1", ...progress } as unknown as Progress,
});
const ended = (ending: string, durationMs = 5, end: object = { how: "exited", code: 2 }) =>
  event({
    type: "run-ended",
    ending,
    run: { startedAt: "2026-01-01T00:00:00.000Z", durationMs, end },
  });

describe("U1 the runs of a hook in this session", () => {
  it("counts results, and keeps the last run", () => {
    const events = [
      event({ type: "run-started" }),
      ended("blocking", 7),
      ended("success", 9, { how: "exited", code: 0 }),
      event({ type: "run-skipped", because: "off" }),
    ];
    expect(events.reduce(withStatistics, noStatistics).get("h")).toEqual({
      runs: 2,
      results: { refused: 1, success: 1, "not run": 1 },
      last: { at: "2026-01-01T00:00:00.000Z", ms: 9, ended: "exit 0" },
      times: [7, 9],
    });
  });

  it("P12 counts a background run when it ends", () => {
    const begun = withStatistics(noStatistics, ended("success", 1, { how: "background" }));
    expect(begun.get("h")).toBeUndefined();
    const done = event({
      type: "background-ended",
      recorded: "error",
      run: { startedAt: "t", durationMs: 3, end: { how: "exited", code: 1 } },
    });
    expect(withStatistics(begun, done).get("h")).toMatchObject({ runs: 1, results: { failed: 1 } });
  });

  it("P8 a time-out is not a run that somebody cancelled, and one that refuses is a refusal", () => {
    const late = { how: "timedOut", limitMs: 5 };
    const events = [ended("cancelled", 5, late), ended("blocking", 5, late)];
    expect(events.reduce(withStatistics, noStatistics).get("h")?.results).toEqual({
      "timed out": 1,
      refused: 1,
    });
  });

  it("keeps a bounded number of times", () => {
    const events = Array.from({ length: 1000 }, (_, index) => ended("success", index));
    const { runs, times } = events.reduce(withStatistics, noStatistics).get("h") ?? {};
    expect([runs, times?.length, times?.at(-1)]).toEqual([1000, 200, 999]);
  });

  it("takes percentiles from times that occurred", () => {
    expect(percentile([], 0.5)).toBeUndefined();
    expect(percentile([3, 1, 2], 0.5)).toBe(2);
    fc.assert(
      fc.property(
        fc.array(fc.nat(), { minLength: 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (times, share) => {
          const found = percentile(times, share) ?? -1;
          expect(times).toContain(found);
          const below = times.filter((time) => time <= found).length;
          expect(below).toBeGreaterThanOrEqual(Math.floor(times.length * share));
        },
      ),
    );
  });
});
