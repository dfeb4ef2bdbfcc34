import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  callEnded,
  callStarted,
  hookEnded,
  hookStarted,
  outcomeOf,
} from "../testing/agent-events.ts";
import { beginTurn, type DetailsLog, noDetails, withDetail } from "./turn-details.ts";

const after = (
  events: readonly Parameters<typeof withDetail>[1][],
  log: DetailsLog = noDetails,
): DetailsLog => events.reduce(withDetail, log);

describe("the log for the details view", () => {
  it("each outcome joins the runs of its own event and call, also of parallel calls of one tool", () => {
    const run = (callId: string) => ({ label: "guard", callId, runId: callId });
    const log = after([
      callStarted("1", "Bash", { command: "a" }),
      callStarted("2", "Bash", { command: "b" }),
      hookStarted(run("1")),
      hookStarted(run("2")),
      hookEnded(run("2"), { stdout: "two" }),
      hookEnded(run("1"), { stdout: "one" }),
      outcomeOf({ action: "refuse", reasons: [] }, "2"),
      outcomeOf({ action: "proceed" }, "1"),
      callEnded("2", "Bash", "refused", { ran: false }),
    ]);
    expect(log.turns[0]?.items).toMatchObject([
      { kind: "call", id: "1", end: undefined },
      { kind: "call", id: "2", end: { ran: false } },
      {
        kind: "event",
        callId: "1",
        runs: [{ run: { stdout: { text: "one" } } }],
        outcome: { action: "proceed" },
      },
      {
        kind: "event",
        callId: "2",
        runs: [{ run: { stdout: { text: "two" } } }],
        outcome: { action: "refuse" },
      },
    ]);
  });

  it("a hook that ends in the background changes the turn in which it began", () => {
    const started = after([
      hookStarted({ label: "slow" }),
      hookEnded({ label: "slow" }, { end: { how: "background" } }),
    ]);
    const event = hookEnded({ label: "slow" }, { stdout: "late" });
    if (event.type !== "hook" || event.progress.type !== "run-ended") throw new Error();
    const { ending: _ending, ...progress } = event.progress;
    const log = withDetail(beginTurn(started, "next"), {
      type: "hook",
      progress: { ...progress, type: "background-ended", wake: undefined },
    });
    expect(log.turns.map(({ items }) => items.length)).toEqual([1, 0]);
    expect(log.turns[0]?.items[0]).toMatchObject({
      runs: [{ endedInBackground: true, run: { stdout: { text: "late" } } }],
    });
  });

  it("keeps a limited amount, says what it dropped, and never loses the newest turn", () => {
    const text = "x".repeat(900_000);
    fc.assert(
      fc.property(fc.array(fc.constantFrom("turn", "call", "run"), { maxLength: 80 }), (steps) => {
        let log = noDetails;
        let begun = 1;
        for (const [index, step] of steps.entries()) {
          const id = String(index);
          if (step === "turn") {
            log = beginTurn(log, id);
            begun += 1;
          } else if (step === "call")
            log = after([callStarted(id, "Bash", {}), callEnded(id, "Bash", text)], log);
          else
            log = after(
              [
                hookStarted({ label: id }),
                hookEnded({ label: id }, { stdout: text, stderr: text }),
                outcomeOf({}),
              ],
              log,
            );
        }
        const kept = log.turns.flatMap(({ items }) => items);
        const size = JSON.stringify(kept).length;
        expect(size).toBeLessThan(7_000_000);
        expect(log.turns.length).toBeLessThanOrEqual(50);
        expect(log.turns.length + log.droppedTurns).toBe(begun);
        expect(log.turns.at(-1)?.id).toBe(begun - 1);
      }),
      { numRuns: 15 },
    );
  });
});
