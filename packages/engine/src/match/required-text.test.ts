import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { requiredText } from "./required-text.ts";

describe("requiredText", () => {
  it.each([
    ["mcp__memory__.*", "mcp__memory__"],
    ["^mcp__memory__(read|write).*", "mcp__memory__"],
    ["Edi.|Write", ""],
    ["Notes?", "Note"],
    ["a*b", ""],
    ["(Edit|Write)$", ""],
    ["x[(]a|b)", ""],
    ["\\w+", ""],
  ])("of %s is %j", (pattern, text) => {
    expect(requiredText(pattern)).toBe(text);
  });

  it("is in every value the expression matches", () => {
    const piece = fc.constantFrom(
      "a",
      "b",
      "-",
      "^",
      "$",
      ".",
      "*",
      "+",
      "?",
      "|",
      "(",
      ")",
      "{0}",
    );
    const value = fc.string({ unit: fc.constantFrom("a", "b", "-", "c"), maxLength: 6 });
    fc.assert(
      fc.property(fc.string({ unit: piece, maxLength: 8 }), value, (pattern, text) => {
        const matches = compile(pattern)?.test(text) ?? false;
        return !matches || text.includes(requiredText(pattern));
      }),
      { numRuns: 2000 },
    );
  });
});

function compile(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern);
  } catch {
    return undefined;
  }
}
