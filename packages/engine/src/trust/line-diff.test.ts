import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareLines } from "./compare-lines.ts";
import { lineDiff } from "./line-diff.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`);

describe("lineDiff", () => {
  it("T1 shows what changed with three lines around it", () => {
    const before = numbers(20);
    const after = before.with(9, "changed").toSpliced(19, 0, "added");
    expect(lineDiff(before.join("\n"), after.join("\n"))).toBe(
      [
        "@@ -7,7 +7,7 @@",
        " line 7",
        " line 8",
        " line 9",
        "-line 10",
        "+changed",
        " line 11",
        " line 12",
        " line 13",
        "@@ -17,4 +17,5 @@",
        " line 17",
        " line 18",
        " line 19",
        "+added",
        " line 20",
      ].join("\n"),
    );
  });

  it("T1 makes control and invisible characters visible", () => {
    expect(lineDiff("ok", "\u001b[2Kok\r\u202e\u200b\tx")).toContain(
      "+\\x1b[2Kok\\x0d\\u{202e}\\u{200b}\tx",
    );
  });

  it("T1 is bounded and says how much was cut", () => {
    const diff = lineDiff("x", numbers(5000).join("\n"));
    expect(diff.split("\n")).toHaveLength(401);
    expect(diff).toMatch(/… 4602 more lines$/);
    const many = numbers(3000);
    expect(
      compareLines(
        many,
        many.map((line) => `${line}!`),
      ),
    ).toHaveLength(6000);
  });

  it("the edits lead from one text to the other", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 30 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const edits = compareLines(before, after);
        const without = (sign: string) =>
          edits.filter((edit) => edit.sign !== sign).map((edit) => edit.line);
        expect(without("+")).toEqual(before);
        expect(without("-")).toEqual(after);
      }),
    );
  });
});

it("a file whose lines all end with CRLF has no signs of that; other endings are shown", () => {
  expect(lineDiff("a\r\nb\r\n", "a\r\nc\r\n")).toBe("@@ -1,3 +1,3 @@\n a\n-b\n+c\n ");
  expect(lineDiff("a\r\nb\n", "a\nb\n")).toContain("-a\\x0d");
});
