import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { line, type StyledLine } from "../text/styled-line.ts";
import { layoutPage, rowAt } from "./layout-page.ts";
import type { Page, PageRow } from "./page.ts";

const textOf = (one: StyledLine): string => one.map(({ text }) => text).join("");
const page = (rows: readonly PageRow[], more: Partial<Page> = {}): Page => ({
  title: "Hooks",
  head: [],
  rows,
  keys: [],
  ...more,
});
const texts = (value: Page, columns: number, rows: number, cursor = 0) =>
  layoutPage(value, { columns, rows }, { cursor, message: undefined }).map(textOf);
const choice = (text: string): PageRow => ({ line: line(text), action: { do: "back" } });

describe("layoutPage", () => {
  it("marks the cursor without colours, and says which keys there are", () => {
    const keys = [{ key: "a", label: "adds", action: { do: "add" } as const }];
    expect(texts(page([choice("one"), choice("two")], { keys }), 60, 10, 1)).toEqual([
      "Hooks",
      "  one",
      "> two",
      "Enter chooses · a adds · Esc back",
    ]);
  });

  it("shows a part of a long list, with the cursor in it", () => {
    const rows = Array.from({ length: 1000 }, (_, index) => choice(`hook ${index}`));
    const shown = texts(page(rows), 60, 12, 700);
    expect(shown).toHaveLength(11);
    expect(shown).toContain("> hook 700");
  });

  it("scrolls a text by its lines, also one that is a single long line", () => {
    const long = page([{ line: line("word ".repeat(400)) }, { line: line("the end") }]);
    expect(texts(long, 20, 8, 0)).not.toContain("the end");
    expect(texts(long, 20, 8, 10_000).join("\n")).toContain("the end");
    expect(rowAt(long, 20, 10_000)?.line).toEqual(line("the end"));
  });

  it("never has a line that is too wide, nor as many lines as the terminal", () => {
    const styled = fc.string({ unit: "grapheme", maxLength: 120 }).map((text) => line(text));
    const row = fc.record({
      line: styled,
      more: fc.array(styled, { maxLength: 2 }),
      action: fc.constantFrom(undefined, { do: "back" } as const),
    }) as fc.Arbitrary<PageRow>;
    const field = fc.record({
      label: fc.constant("Command"),
      text: fc.string({ unit: "grapheme", maxLength: 300 }),
      cursor: fc.nat(300),
    });
    fc.assert(
      fc.property(
        fc.record({
          title: fc.string({ unit: "grapheme" }),
          head: fc.array(styled),
          rows: fc.array(row),
          field: fc.option(field, { nil: undefined }),
        }),
        fc.integer({ min: 10, max: 140 }),
        fc.integer({ min: 2, max: 50 }),
        fc.nat(60),
        styled,
        (parts, columns, rows, cursor, message) => {
          const value = { ...parts, keys: [] } as unknown as Page;
          const lines = layoutPage(value, { columns, rows }, { cursor, message });
          expect(lines.length).toBeLessThan(rows);
          for (const one of lines) expect(stringWidth(textOf(one))).toBeLessThanOrEqual(columns);
        },
      ),
      { numRuns: 60 },
    );
  });
});
