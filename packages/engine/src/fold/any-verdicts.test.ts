import { profiles } from "@snaphook/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { interpret } from "../interpret/interpret.ts";
import {
  answer,
  decide,
  eventNamed,
  outcomeOf,
  type RunExample,
  runOf,
} from "../testing/read-run.ts";
import { fold } from "./fold.ts";

/** What a hook may do, with what it says about the call. */
const behaviours: Readonly<Record<string, RunExample>> = {
  silent: {},
  words: { stdout: "words" },
  allow: { stdout: decide("allow", { permissionDecisionReason: "fine" }) },
  ask: { stdout: decide("ask", { permissionDecisionReason: "sure?" }) },
  defer: { stdout: decide("defer") },
  deny: { stdout: decide("deny", { permissionDecisionReason: "no" }) },
  "exit 2": { code: 2, stderr: "no" },
  crash: { code: 1 },
  "crash that refuses": {
    handler: { type: "command", command: "x", onFailure: "block" },
    code: 1,
  },
  late: { end: { how: "timedOut", limitMs: 1 } },
  rewrite: { stdout: answer("PreToolUse", { updatedInput: { command: "ls" } }) },
  stop: { stdout: '{"continue":false}' },
  cancelled: { end: { how: "cancelled" } },
};
const refusing = ["deny", "exit 2", "crash that refuses"];
const said = fc.array(fc.constantFrom(...Object.keys(behaviours)), { maxLength: 5 });
const profile = fc.constantFrom("reference", "claude-code" as const);
const runsOf = (names: readonly string[]) => names.map((name) => behaviours[name] ?? {});

describe("whatever the hooks say", () => {
  it("F1 a deny is never lost", () => {
    fc.assert(
      fc.property(said, profile, (names, as) => {
        const { action } = outcomeOf("PreToolUse", as, ...runsOf(names));
        const denied = names.some((name) => refusing.includes(name));
        if (denied) expect(["refuse", "stop"]).toContain(action);
        else expect(action).not.toBe("refuse");
      }),
      { numRuns: 500 },
    );
  });

  it("F1 no opinion never becomes allow", () => {
    fc.assert(
      fc.property(said, profile, (names, as) => {
        const outcome = outcomeOf("PreToolUse", as, ...runsOf(names));
        if (outcome.action === "proceed")
          expect(outcome.permission === "granted").toBe(names.includes("allow"));
      }),
      { numRuns: 500 },
    );
  });

  it("F1, P18 what was cancelled never runs", () => {
    fc.assert(
      fc.property(said, profile, (names, as) => {
        const { action } = outcomeOf("PreToolUse", as, ...runsOf([...names, "cancelled"]));
        expect(action).toBe("stop");
      }),
    );
  });

  it("F4 a block at the end of a turn is never lost, except to a stop", () => {
    fc.assert(
      fc.property(said, profile, (names, as) => {
        const runs = runsOf(names.filter((name) => !["allow", "ask", "deny"].includes(name)));
        const { action } = outcomeOf("Stop", as, ...runs, { code: 2, stderr: "go on" });
        expect(["continue", "stop"]).toContain(action);
      }),
    );
  });

  it("P3 the same runs give the same outcome, whichever ended first", () => {
    const event = eventNamed("PreToolUse");
    const ranked = said.chain((names) =>
      fc
        .shuffledSubarray([...names.keys()], { minLength: names.length })
        .map((finished) => ({ names, finished })),
    );
    fc.assert(
      fc.property(ranked, profile, ({ names, finished }, as) => {
        const runs = finished.map((order) => runOf({ ...behaviours[names[order] ?? ""], order }));
        const verdicts = runs
          .map((run) => interpret(run, event, profiles[as]))
          .sort((a, b) => a.run.planned.order - b.run.planned.order);
        expect(fold(event, verdicts, [], profiles[as])).toEqual(
          outcomeOf("PreToolUse", as, ...runsOf(names)),
        );
      }),
    );
  });
});
