import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { line, type StyledLine } from "../../text/styled-line.ts";
import { layoutDialog } from "./layout.ts";

const rowsOf = (name: string, count: number): readonly StyledLine[] =>
  [...Array(count).keys()].map((at) => line(`${name} ${at}`));
const hint = line("Enter");
const textsOf = (rows: readonly StyledLine[]) =>
  rows.map((row) => row.map(({ text }) => text).join(""));

describe("layoutDialog", () => {
  it("scrolls a body that does not fit", () => {
    const parts = { body: rowsOf("body", 10), footer: rowsOf("answer", 2), selected: 0, hint };
    const first = layoutDialog(parts, 7, 0, 80);
    expect(textsOf(first.rows)).toEqual([
      "body 0",
      "body 1",
      "body 2",
      "↓ 7 more  PgUp PgDn",
      "answer 0",
      "answer 1",
      "Enter",
    ]);
    expect(textsOf(layoutDialog(parts, 7, 99, 80).rows).slice(2, 4)).toEqual([
      "body 9",
      "↑ 7  PgUp PgDn",
    ]);
  });

  it("shows no answer if there is no room for what it is about", () => {
    const body = rowsOf("body", 10);
    const [footer, short] = [rowsOf("answer", 9), rowsOf("short", 3)];
    const parts = {
      body,
      needed: 4,
      footer,
      selected: 0,
      short: { footer: short, selected: 0 },
      hint,
    };
    const fits = layoutDialog(parts, 9, 0, 80);
    expect(fits.isTooSmall).toBe(false);
    expect(textsOf(fits.rows)).toEqual([
      ...["body 0", "body 1", "body 2", "body 3", "↓ 6 more  PgUp PgDn"],
      ...["short 0", "short 1", "short 2", "Enter"],
    ]);
    const small = layoutDialog(parts, 8, 0, 80);
    expect(small.isTooSmall).toBe(true);
    expect(textsOf(small.rows).join("\n")).toMatch(/^body 0\n[\s\S]*too small to answer/);
    expect(textsOf(small.rows).join("\n")).not.toMatch(/short|answer \d/);
    expect(layoutDialog(parts, 1, 0, 20).rows).toHaveLength(1);
  });

  it("is never higher than the room, shows the selected answer or says why not, and every row of the body can be reached", () => {
    fc.assert(
      fc.property(
        fc.nat(60),
        fc.integer({ min: 1, max: 20 }),
        fc.nat(100),
        fc.integer({ min: 4, max: 40 }),
        (bodyCount, footerCount, at, height) => {
          const selected = at % footerCount;
          const parts = {
            body: rowsOf("body", bodyCount),
            footer: rowsOf("answer", footerCount),
            selected,
            hint,
          };
          const seen = new Set<string>();
          let scroll = 0;
          for (;;) {
            const { rows, ...layout } = layoutDialog(parts, height, scroll, 80);
            expect(rows.length).toBeLessThanOrEqual(height);
            expect(textsOf(rows).includes(`answer ${selected}`)).toBe(!layout.isTooSmall);
            for (const text of textsOf(rows)) seen.add(text);
            if (layout.scroll === layout.maxScroll) break;
            scroll = layout.scroll + layout.page;
          }
          for (const text of textsOf(parts.body)) expect(seen).toContain(text);
        },
      ),
    );
  });
});
