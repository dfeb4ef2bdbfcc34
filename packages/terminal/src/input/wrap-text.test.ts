import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { boundaryAt } from "./graphemes.ts";
import { cursorInRow, rowsAroundCursor, wrapText } from "./wrap-text.ts";

const shown = (text: string, columns: number) =>
  wrapText(text, { cursor: 0, columns }).rows.map((row) => row.shown);

describe("wrapText", () => {
  it("begins a row at a line end and when a row is full", () => {
    expect(shown("abcdef\ng\n", 4)).toEqual(["abcd", "ef", "g", ""]);
    expect(shown("漢字漢", 5)).toEqual(["漢字", "漢"]);
    expect(shown("", 5)).toEqual([""]);
  });

  it("shows characters that a terminal would act on", () => {
    expect(shown("a\u001B[2J\u202E", 40)).toEqual(["a\\x1b[2J\\u{202e}"]);
  });

  it("knows the column of the cursor behind wide characters", () => {
    expect(wrapText("漢👨‍👩‍👧x", { cursor: 9, columns: 40 }).cursor).toEqual({ row: 0, column: 4 });
    expect(wrapText("abcd", { cursor: 4, columns: 4 }).cursor).toEqual({ row: 0, column: 4 });
    expect(wrapText("abcde", { cursor: 4, columns: 4 }).cursor).toEqual({ row: 1, column: 0 });
  });

  it("moves the cursor to the same column of another row", () => {
    const text = "long line\nx\nanother";
    const below = cursorInRow(wrapText(text, { cursor: 5, columns: 40 }), 1);
    expect(below).toBe(11);
    expect(cursorInRow(wrapText(text, { cursor: 3, columns: 40 }), -1)).toBeUndefined();
    expect(cursorInRow(wrapText("abcdef", { cursor: 1, columns: 4 }), 1)).toBe(5);
  });

  it("shows the rows around the cursor", () => {
    const wrapped = wrapText("1\n2\n3\n4\n5", { cursor: 4, columns: 9 });
    const { first, rows, hasMore } = rowsAroundCursor(wrapped, 3);
    expect({ first, rows: rows.map((row) => row.shown), hasMore }).toEqual({
      first: 1,
      rows: ["2", "3", "4"],
      hasMore: true,
    });
  });

  const text = fc
    .array(fc.constantFrom("a", "\n", "漢", "👨‍👩‍👧", "e\u0301", "\u001B", "\t", "\u200D"), {
      maxLength: 60,
    })
    .map((parts) => parts.join(""));

  it("no row is wider than the screen, and the cursor is in one", () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.integer({ min: 1, max: 30 }), (given, place, columns) => {
        const cursor = boundaryAt(given, place % (given.length + 1));
        const wrapped = wrapText(given, { cursor, columns });
        for (const row of wrapped.rows) expect(stringWidth(row.shown)).toBeLessThanOrEqual(columns);
        expect(wrapped.rows[wrapped.cursor.row]).toBeDefined();
        expect(wrapped.cursor.column).toBeLessThanOrEqual(columns);
      }),
    );
  });

  it("down and up lead back to the row", () => {
    fc.assert(
      fc.property(text, fc.nat(), (given, place) => {
        const cursor = boundaryAt(given, place % (given.length + 1));
        const wrapped = wrapText(given, { cursor, columns: 8 });
        const below = cursorInRow(wrapped, 1);
        if (below === undefined) return;
        expect(below).toBe(boundaryAt(given, below));
        const moved = wrapText(given, { cursor: below, columns: 8 });
        expect(moved.cursor.row).toBe(wrapped.cursor.row + 1);
      }),
    );
  });
});
