import { decisions, events, profiles } from "@snaphook/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Verdict } from "../stages/verdict.ts";
import { hookRun } from "../testing/hook-run.ts";
import { fold } from "./fold.ts";

const { reference } = profiles;
const claudeCode = profiles["claude-code"];
const event = {
  name: "PreToolUse",
  definition: events.PreToolUse,
  input: { tool_input: { command: "original" } },
} as const;

const verdict = (order: number, opinion: Verdict["opinion"], stop?: string): Verdict => ({
  run: hookRun({ order }),
  ending: "success",
  opinion,
  stop: stop === undefined ? undefined : { reason: stop },
  failure: undefined,
  messages: [],
});

describe("fold", () => {
  it("F1 no opinion is never allow", () => {
    const outcome = fold(event, [verdict(0, { decision: "none" })], [], reference);
    expect(outcome).toMatchObject({ action: "proceed", permission: "undecided", decidedBy: [] });
  });

  it("F1 a refusal beats a later permission; all reasons of the winning rank are kept", () => {
    const verdicts = [
      verdict(0, { decision: "deny", reason: "first" }),
      verdict(1, { decision: "allow", reason: "fine" }),
      verdict(2, { decision: "deny", reason: "second" }),
    ];
    expect(fold(event, verdicts, [], reference)).toMatchObject({
      action: "refuse",
      reasons: ["first", "second"],
      decidedBy: [{ id: "hook.sh-0" }, { id: "hook.sh-2" }],
    });
  });

  it("F2 the last rewrite in plan order wins, and none counts with a refusal", () => {
    const rewrites = ["a", "b"].map((command, order) =>
      verdict(order, { decision: "none", updatedInput: { command } }),
    );
    expect(fold(event, rewrites, [], reference).input).toEqual({ command: "b" });
    const refused = [...rewrites, verdict(2, { decision: "deny", reason: "no" })];
    expect(fold(event, refused, [], reference).input).toEqual({ command: "original" });
  });

  it("F3 a stop beats a block; SPEC 12 says what becomes of the call", () => {
    const verdicts = [
      verdict(0, { decision: "allow" }),
      verdict(1, { decision: "none" }, "enough"),
      verdict(2, { decision: "none" }, "later"),
    ];
    expect(fold(event, verdicts, [], reference)).toMatchObject({
      action: "stop",
      reason: "enough",
    });
    expect(fold(event, verdicts, [], claudeCode)).toMatchObject({
      action: "proceed",
      permission: "granted",
      then: "stop",
    });
  });

  it("F1 whatever the hooks say, a refusal is never lost and permission needs an allow", () => {
    const opinion = fc.record({ decision: fc.constantFrom(...decisions) });
    fc.assert(
      fc.property(fc.array(opinion, { maxLength: 5 }), (opinions) => {
        const outcome = fold(
          event,
          opinions.map((one, order) => verdict(order, one)),
          [],
          reference,
        );
        const said = new Set(opinions.map((one) => one.decision));
        expect(outcome.action === "refuse").toBe(said.has("deny"));
        if (outcome.action === "proceed")
          expect(outcome.permission === "granted").toBe(said.has("allow"));
      }),
    );
  });
});
