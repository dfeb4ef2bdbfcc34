import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import type { StyledLine } from "../text/styled-line.ts";
import { inlineSpans } from "./inline-spans.ts";
import { markdownLines } from "./markdown-lines.ts";

const textOf = (row: StyledLine): string => row.map(({ text }) => text).join("");
const shown = (text: string, columns = 60) => markdownLines(text, columns).map(textOf);

describe("inlineSpans", () => {
  it("reads emphasis, code, links and escapes", () => {
    expect(inlineSpans("a **b *c*** d")).toEqual([
      { text: "a " },
      { text: "b ", bold: true },
      { text: "c", bold: true, italic: true },
      { text: " d" },
    ]);
    expect(inlineSpans("`x*y*`")).toEqual([
      { text: "`", dim: true },
      { text: "x*y*", color: "cyan" },
      { text: "`", dim: true },
    ]);
    expect(inlineSpans("[docs](docs/c.md) \\*no\\*").map(({ text }) => text)).toEqual([
      "docs",
      " (docs/c.md)",
      " ",
      "*",
      "no",
      "*",
    ]);
    expect(inlineSpans("~~gone~~ _it_ __b__")).toEqual([
      { text: "gone", strike: true },
      { text: " " },
      { text: "it", italic: true },
      { text: " " },
      { text: "b", bold: true },
    ]);
  });

  it("leaves marks that have no end, and names with underscores", () => {
    for (const text of ["2 * 3 * 4", "a_b_c and **half", "`open", "[x](", "snake_case_name"])
      expect(
        inlineSpans(text)
          .map((span) => span.text)
          .join(""),
      ).toBe(text);
    expect(inlineSpans("snake_case_name")).toEqual([{ text: "snake_case_name" }]);
  });

  it("shows a very long line as it is, so that no line takes long to read", () => {
    const text = "**a** ".repeat(2000);
    expect(inlineSpans(text)).toEqual([{ text }]);
  });
});

describe("markdownLines", () => {
  it("shows headings, lists, quotes, code and rules", () => {
    const text = [
      "# Title",
      "",
      "",
      "- one",
      "  - two",
      "1. three",
      "- [x] done",
      "- [ ] open",
      "> a quote",
      "> - in it",
      "",
      "```sh",
      "  # not a heading",
      "",
      "ls **",
      "```",
      "---",
      "end",
    ].join("\n");
    expect(shown(text)).toEqual([
      "Title",
      "",
      "• one",
      "  • two",
      "1. three",
      "☑ done",
      "☐ open",
      "│ a quote",
      "│ • in it",
      "",
      "    # not a heading",
      "  ",
      "  ls **",
      "─".repeat(40),
      "end",
    ]);
  });

  it("wraps list items under their text", () => {
    expect(shown("- one two three four", 12)).toEqual(["• one two", "  three four"]);
  });

  it("shows tables, also on narrow screens", () => {
    const table = "| Name | Count |\n|---|--:|\n| one | 1 |\n| 漢字 `a|b` | 22 |";
    expect(shown(table.replace("a|b", "a\\|b"))).toEqual([
      "Name        Count",
      "──────────  ─────",
      "one             1",
      "漢字 `a|b`     22",
    ]);
    expect(shown("|a|b|\n|-|-|\n|one two three|four five six|", 16)).toEqual([
      "a        b",
      "───────  ───────",
      "one two  four",
      "three    five",
      "         six",
    ]);
  });

  it("a table with more columns than fit becomes a list", () => {
    const row = (cell: string) => `|${`${cell}|`.repeat(8)}`;
    expect(shown([row("h"), row("-"), row("v")].join("\n"), 20)[0]).toBe("h: v");
  });

  it("never executes what others wrote", () => {
    expect(shown("a\u001B[2Jb\u202Ec")).toEqual(["a\\x1b[2Jb\\u{202e}c"]);
    expect(shown("```\n\u001B]0;x\u0007\n```")).toEqual(["  \\x1b]0;x\\x07"]);
  });

  const piece = fc.constantFrom(
    ..."# |- |\n|---|\n* **_`~[]()>\\!1. \t漢👩‍👩‍👧é".split(""),
    "\n",
    "\n\n",
    "```\n",
    "| a | b |\n|---|---|\n",
    "word ",
    "a/long/path/without/any/space/in/it ",
    "- ",
    "> ",
  );
  const markdown = fc.array(piece, { maxLength: 60 }).map((parts) => parts.join(""));

  it("is never wider than the screen, whatever has arrived so far", () => {
    fc.assert(
      fc.property(markdown, fc.integer({ min: 8, max: 80 }), (text, columns) => {
        for (const row of markdownLines(text, columns))
          expect(stringWidth(textOf(row))).toBeLessThanOrEqual(columns);
      }),
      {
        examples: [
          [">\ud83d", 8],
          ["> > > > > word", 8],
        ],
      },
    );
  });

  it("loses no word", () => {
    const words = fc.array(
      fc.constantFrom("alpha", "**beta**", "`gamma`", "- ", "> ", "\n", "# ", "| ", "```\n", "* "),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(words, (parts) => {
        const text = parts.join("");
        const all = shown(text, 200).join("\n");
        for (const word of ["alpha", "beta"])
          expect(all.split(word).length).toBe(text.split(word).length);
      }),
    );
  });

  it("a block can have very many rows", () => {
    expect(shown(`~~~\n${"x\n".repeat(300_000)}~~~`, 20)).toHaveLength(300_000);
  });
});
