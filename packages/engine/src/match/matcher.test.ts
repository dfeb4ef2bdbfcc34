import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matcherOptions } from "../testing/hook-run.ts";
import { type BoundedTest, compileMatcher, couldRunAway } from "./matcher.ts";

const matches = (pattern: string | undefined, value: string) =>
  compileMatcher(pattern, matcherOptions).test(value) === "matches";

/** The expressions that are tested within a bound when a matcher meets a value. */
function testedWithinBound(pattern: string, value: string): readonly RegExp[] {
  const tested: RegExp[] = [];
  const boundedTest: BoundedTest = (expression) => {
    tested.push(expression);
    return "ran-away";
  };
  compileMatcher(pattern, { ...matcherOptions, boundedTest }).test(value);
  return tested;
}

describe("compileMatcher", () => {
  it.each([undefined, "", "*"])("M1 %j matches everything", (pattern) => {
    expect(matches(pattern, "Bash")).toBe(true);
    expect(matches(pattern, "mcp__server__tool")).toBe(true);
  });

  it("M2 a list of names is exact", () => {
    expect(matches("Edit", "NotebookEdit")).toBe(false);
    expect(matches("Edit|Write", "Write")).toBe(true);
    expect(matches("Edit, Write", "Write")).toBe(true);
    expect(matches("|", "")).toBe(false);
  });

  it("M3 anything else is an unanchored, case-sensitive expression", () => {
    expect(matches("Edit.*", "NotebookEdit")).toBe(true);
    expect(matches("^bash$", "Bash")).toBe(false);
  });

  it.each([
    "\\w?".repeat(22),
    ".*.*.*!",
    "(a|a|a)?".repeat(14),
    "(a+)+",
    "(a)\\1",
    "a{1,}b{1,}c{1,}",
  ])("M4 %j could take too long and is tested with a time limit", (pattern) => {
    expect(testedWithinBound(`${pattern}!`, "aaaa")).toEqual([new RegExp(`${pattern}!`)]);
    expect(couldRunAway(`${pattern}!`)).toBe(true);
  });

  it.each(["Edit.*", "mcp__.*__write.*", "^(Edit|Write)$", "[a-z]+", "Notebook(Edit)"])(
    "M4 %j is tested without a time limit",
    (pattern) => {
      expect(testedWithinBound(pattern, "a".repeat(64))).toEqual([]);
      expect(couldRunAway(pattern)).toBe(false);
    },
  );

  it("M4 an invalid expression matches nothing", () => {
    expect(compileMatcher("(", matcherOptions).kind).toBe("invalid");
    expect(matches("(", "(")).toBe(false);
  });

  it("M1-M4 never throws, and every name matches a list that holds it", () => {
    const name = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/);
    fc.assert(fc.property(fc.string(), fc.string(), (p, v) => typeof matches(p, v) === "boolean"));
    fc.assert(
      fc.property(fc.array(name, { minLength: 1 }), name, (names, value) => {
        expect(matches(names.join("|"), value)).toBe(names.includes(value));
      }),
    );
  });
});
