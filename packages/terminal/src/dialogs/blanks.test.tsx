import { describe, expect, it } from "vitest";
import { manyBlanks, questionsWith } from "../testing/questions-with.ts";
import { renderScreen, widths } from "../testing/render-screen.tsx";
import { DialogOf } from "./dialog-of.tsx";

// A single character is never broken between two rows.
const [start, end] = ["Ⓐ", "Ⓩ"];

/** A row without text: number, sign and bars of ours say nothing. */
const isEmptyRow = (row: string): boolean => /^[│\s\u2800]*(?:\d+ )?[-+]?[│\s\u2800]*$/u.test(row);

function longestGap(rows: readonly string[]): number {
  let [longest, gap] = [0, 0];
  for (const row of rows) {
    gap = isEmptyRow(row) ? gap + 1 : 0;
    longest = Math.max(longest, gap);
  }
  return longest;
}

describe.each(Object.entries(manyBlanks))("%s", (_name, blanks) => {
  describe.each(questionsWith(`${start}${blanks}${end}`))("in %s", (_kind, question) => {
    it.each(widths)("at %i columns: hide nothing", async (columns) => {
      const screen = renderScreen(<DialogOf question={question} />, { columns, rows: 120 });
      await screen.shows("❯ ");
      expect(longestGap(screen.lines())).toBeLessThan(5);
      expect(screen.text()).not.toContain("PgDn");
      // A row that is cut says so, and its text is repeated below.
      const whole = screen.lines().filter((row) => !row.includes("…"));
      const count = (character: string) => whole.join("").split(character).length;
      expect(count(start)).toBeGreaterThan(1);
      expect(count(end)).toBe(count(start));
    });
  });
});
