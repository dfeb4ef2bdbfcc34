import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DiffLine, diffLines } from "./diff-lines.ts";
import { diffText } from "./diff-text.ts";

const shown = (before: string, after: string, context?: number) =>
  diffText(diffLines(before, after, context)).map((row) => row.map(({ text }) => text).join(""));

describe("diffLines", () => {
  it("shows what was removed and added, with line numbers", () => {
    expect(shown("a\nb\nc\n", "a\nB\nc\n")).toEqual(["1   a", "2 - b", "2 + B", "3   c"]);
    expect(shown("", "new\n")).toEqual(["1 + new"]);
    expect(shown("same", "same")).toEqual([]);
  });

  it("leaves out unchanged lines between changes", () => {
    const lines = [..."abcdefghij"];
    const after = lines.with(0, "A").with(9, "J");
    expect(shown(lines.join("\n"), after.join("\n"), 1)).toEqual([
      " 1 - a",
      " 1 + A",
      " 2   b",
      "   …",
      " 9   i",
      "10 - j",
      "10 + J",
    ]);
  });

  it("makes control characters visible", () => {
    expect(shown("", "x\u001B[2J")).toEqual(["1 + x\\x1b[2J"]);
  });

  it("has both texts in full if nothing is left out", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffLines(before.join("\n"), after.join("\n"), 100);
        const side = (sign: DiffLine["sign"]) =>
          lines.filter((one) => one.sign === " " || one.sign === sign).map(({ text }) => text);
        if (lines.length === 0) return;
        expect(side("-")).toEqual(before);
        expect(side("+")).toEqual(after);
      }),
    );
  });
});
