import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EntryContent } from "../state/entry.ts";
import { conversationEnd, markdownEnd } from "./conversation-end.ts";
import { entryLines } from "./entry-lines.ts";

const answer = (markdown: string): EntryContent => ({ kind: "answer", markdown });
const texts = (rows: readonly (readonly { readonly text: string }[])[]) =>
  rows.map((row) => row.map(({ text }) => text).join(""));

describe("the end of a conversation", () => {
  it("is the last rows of all entries, and says when something is above", () => {
    const entry = fc.constantFrom<EntryContent>(
      { kind: "prompt", text: "a prompt of two\nlines" },
      answer("some words that are wrapped\n\nand more"),
      { kind: "notice", level: "info", text: "a notice" },
    );
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 8 }),
        fc.integer({ min: 2, max: 30 }),
        (all, max) => {
          const rows = texts(all.flatMap((one) => entryLines(one, 20)));
          const end = texts(conversationEnd(all, 20, max));
          expect(end.length).toBeLessThanOrEqual(max);
          expect(end.slice(1)).toEqual(end.length < 2 ? [] : rows.slice(1 - end.length));
          expect(rows.length <= max ? end : []).toEqual(rows.length <= max ? rows : []);
        },
      ),
    );
  });

  it("looks only at the end of a long text", () => {
    const long = Array.from({ length: 800_000 }, (_one, index) => `line ${index}`).join("\n");
    const all = [answer(long), { kind: "prompt", text: long } as const, answer("last")];
    const end = texts(conversationEnd(all, 10, 200));
    expect(end).toHaveLength(200);
    expect(end[0]).toBe("…");
    expect(end.slice(-3)).toEqual(["799999", "", "│ last"]);
  });

  it("the end of a block of code is code", () => {
    const code = `text\n~~~ts\n${"const a = 1;\n".repeat(100)}~~~\nafter`;
    expect(markdownEnd(code, 60)).toBe(
      "~~~ts\nconst a = 1;\nconst a = 1;\nconst a = 1;\n~~~\nafter",
    );
    expect(markdownEnd(`${code}\n${"x\n".repeat(50)}`, 20)).toMatch(/^(x\n)+$/);
    expect(markdownEnd("short", 20)).toBe("short");
  });

  it("a text without lines is cut between characters", () => {
    expect(markdownEnd("😀".repeat(100), 7)).toBe("😀😀😀");
  });
});
