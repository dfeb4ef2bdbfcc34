import { describe, expect, it } from "vitest";
import { caseNames, readCase } from "./case.ts";
import { differencesOf } from "./differences.ts";
import type { RunFacts } from "./facts.ts";

const facts: RunFacts = {
  exitCode: 0,
  order: ["Stop:h"],
  hooks: [{ id: "h", event: "Stop", told: { a: { b: 1 } }, projectDir: "/p", cwd: "/p" }],
  outcomes: ["Stop success"],
  model: [{ to: "main", says: ["ORC_A"] }],
  result: { subtype: "success", says: [], turns: 1 },
  files: { a: "x" },
};
const levels = (changed: Partial<RunFacts>) =>
  differencesOf([facts], [{ ...facts, ...changed }]).map(({ level }) => level);
const hook = (changed: object) => [
  { id: "h", told: { a: { b: 1 } }, projectDir: "/p", cwd: "/p", ...changed },
];

describe("differences", () => {
  it("a recording has no differences from itself", () => {
    for (const name of caseNames()) {
      const { expect: recorded } = readCase(name);
      expect(differencesOf(recorded, recorded)).toEqual([]);
    }
  });

  it.each<[string, Partial<RunFacts>]>([
    ["result", { exitCode: 1 }],
    ["order", { order: [] }],
    ["outcomes", { outcomes: [] }],
    ["model", { model: [{ to: "main", says: ["ORC_A"], errors: 1 }] }],
    ["files", { files: { a: null } }],
    ["told", { hooks: hook({ told: { a: { b: 2 } } }) }],
    ["told", { hooks: hook({ told: { a: {} } }) }],
    ["told", { hooks: hook({ told: null }) }],
    ["told", { hooks: hook({ cwd: "/q" }) }],
    ["told", { hooks: hook({ projectDir: "/q" }) }],
  ])("of %s: %j", (level, changed) => {
    expect(levels(changed)).toEqual([level]);
  });

  it("a hook's input may have more keys, also in nested objects", () => {
    expect(levels({ hooks: hook({ told: { a: { b: 1, more: 1 }, more: 1 } }) })).toEqual([]);
  });

  it("inputs are only compared if the same hooks ran in the same order", () => {
    expect(levels({ order: ["Stop:i"], hooks: hook({ told: {} }) })).toEqual(["order"]);
  });

  it("a missing result is a difference, and a missing run ends the comparison", () => {
    const { result: _, ...without } = facts;
    expect(differencesOf([facts], [without])).toMatchObject([{ level: "result" }]);
    expect(differencesOf([facts], [])).toMatchObject([{ level: "run" }]);
  });
});
