import { describe, expect, it } from "vitest";
import { changesBetween, decisionOf, noDecision } from "./decision.ts";

const all = { comparesInput: true };
const refused = decisionOf({ action: "refuse", reasons: ["no"] }, undefined);
const rewritten = decisionOf({ action: "proceed", permission: "undecided" }, { command: "ls" });

describe("a decision", () => {
  it.each([
    [{ action: "proceed", permission: "undecided", turn: "continue" }, "undecided"],
    [{ action: "proceed", permission: "granted", turn: "continue" }, "allowed"],
    [{ action: "proceed", permission: "undecided", turn: "stop" }, "stopped"],
    [{ action: "refuse", reasons: ["no"], turn: "stop" }, "refused"],
    [{ action: "deny", reasons: ["no"] }, "refused"],
    [{ action: "ask", reasons: [] }, "asked"],
    [{ action: "defer", reasons: [] }, "deferred"],
    [{ action: "stop", reason: "enough" }, "stopped"],
  ])("%j is %s", (outcome, verdict) => {
    expect(decisionOf(outcome, undefined).verdict).toBe(verdict);
  });

  it("has the reasons and the names of the hooks", () => {
    const outcome = { action: "stop", reason: "enough", decidedBy: [{ id: "1", label: "guard" }] };
    expect(decisionOf(outcome, undefined)).toEqual({
      verdict: "stopped",
      reasons: ["enough"],
      by: ["guard"],
    });
  });
});

describe("what is different", () => {
  it.each([
    ["nothing", noDecision, noDecision, []],
    ["only the reason", refused, { ...refused, reasons: ["never"] }, []],
    ["a refusal", noDecision, refused, ["refused"]],
    ["no refusal", refused, noDecision, ["no-longer-refused"]],
    ["a rewrite", noDecision, rewritten, ["rewritten"]],
    ["no rewrite", rewritten, noDecision, ["no-longer-rewritten"]],
    ["a refusal instead of a rewrite: its input is not used", rewritten, refused, ["refused"]],
  ])("%s", (_, before, after, kinds) => {
    expect(changesBetween(before, after, all)).toEqual(kinds);
  });

  it("inputs are not compared if one of them is only a part", () => {
    expect(changesBetween(noDecision, rewritten, { comparesInput: false })).toEqual([]);
  });
});
