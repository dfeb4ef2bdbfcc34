import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { line, type StyledLine } from "./styled-line.ts";
import { wrapLine } from "./wrap-line.ts";

const textOf = (row: StyledLine): string => row.map(({ text }) => text).join("");
const wrapped = (text: string, columns: number, indent?: number) =>
  wrapLine(line(text), columns, indent).map(textOf);

describe("wrapLine", () => {
  it("breaks at spaces, and in words that are too long", () => {
    expect(wrapped("one two three", 7)).toEqual(["one two", "three"]);
    expect(wrapped("one two three", 9)).toEqual(["one two", "three"]);
    expect(wrapped("abcdefghij", 4)).toEqual(["abcd", "efgh", "ij"]);
    expect(wrapped("", 4)).toEqual([""]);
  });

  it("counts wide characters twice, and a tab as spaces", () => {
    expect(wrapped("漢字漢字", 5)).toEqual(["漢字", "漢字"]);
    expect(wrapped("\tx", 10)).toEqual(["    x"]);
    expect(wrapped("漢", 1)).toEqual(["?"]);
  });

  it("indents further rows, and keeps styles", () => {
    expect(wrapped("one two three", 14, 2)).toEqual(["one two three"]);
    expect(wrapped("one two three four", 13, 2)).toEqual(["one two three", "  four"]);
    const rows = wrapLine([{ text: "a b", bold: true }, { text: "c d" }], 2);
    expect(rows).toEqual([
      [{ text: "a", bold: true }],
      [{ text: "b", bold: true }, { text: "c" }],
      [{ text: "d" }],
    ]);
  });

  it("is never wider than the screen, and loses nothing but spaces", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 200 }),
        fc.integer({ min: 8, max: 40 }),
        fc.integer({ min: 0, max: 8 }),
        (text, columns, indent) => {
          const rows = wrapped(text, columns, indent);
          for (const row of rows) expect(stringWidth(row)).toBeLessThanOrEqual(columns);
          const bare = (value: string) => value.replaceAll(/[ \t]/g, "");
          expect(bare(rows.join(""))).toBe(bare(text));
        },
      ),
    );
  });
});
