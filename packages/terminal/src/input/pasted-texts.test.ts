import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addPaste, expandPastes, pasteLabel, withoutMarks } from "./pasted-texts.ts";

describe("pasted texts", () => {
  it("inserts short ones as they are, with line ends of one kind", () => {
    expect(addPaste([], "a\r\nb\rc").inserted).toBe("a\nb\nc");
  });

  it("shows long ones as a label and sends them in full", () => {
    const lines = Array.from({ length: 120 }, (_, index) => `line ${index}`).join("\n");
    const first = addPaste([], lines);
    const second = addPaste(first.pasted, "x".repeat(2500));
    expect(pasteLabel(second.pasted, first.inserted)).toBe("[pasted 120 lines]");
    expect(pasteLabel(second.pasted, second.inserted)).toBe("[pasted 2,500 characters]");
    const text = `see ${first.inserted} and ${second.inserted}`;
    expect(expandPastes(second.pasted, text)).toBe(`see ${lines} and ${"x".repeat(2500)}`);
  });

  it("takes no other text for a paste", () => {
    const { pasted } = addPaste([], "secret ".repeat(1000));
    expect(expandPastes(pasted, withoutMarks("a\u{10F000}b"))).toBe("a\uFFFDb");
    expect(addPaste(pasted, "\u{10F000}").inserted).toBe("\uFFFD");
  });

  it("sends every paste as it was, except for line ends", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "\r", "\n", "\u{10F000}", "漢"), maxLength: 100 }),
        (text) => {
          const { inserted, pasted } = addPaste([], text);
          expect(expandPastes(pasted, inserted)).toBe(
            withoutMarks(text.replaceAll(/\r\n?/g, "\n")),
          );
        },
      ),
    );
  });
});
