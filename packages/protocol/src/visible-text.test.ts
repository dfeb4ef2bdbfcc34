import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inLine, markedLines, printedJson, printedLines, visibleText } from "./visible-text.ts";

/** Any text, with many characters that a terminal acts on or does not show. */
const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        ..."\x1b[2J|\x1b]0;title\x07|\x9b31m|\r|\b|\x7f|\u202e|\u2066|\u200b|\ufeff|\u2028|\u00ad|\u{e0041}|\u3164|\u034f|\ufe0f|\u200d|\u0301\u0301\u0301\u0301\u0301|\n|\t|❤️|👩‍👩‍👧|1️⃣|é|日本".split(
          "|",
        ),
      ),
      fc.integer({ min: 0xd800, max: 0xdfff }).map((code) => String.fromCharCode(code)),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

/** What may never reach a terminal, written without the rules of the function. */
const dangerous: readonly (readonly [number, number])[] = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x200b, 0x200c],
  [0x200e, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xd800, 0xdfff],
  [0xfeff, 0xfeff],
  [0xe0000, 0xe0fff],
];

const isDangerous = (shown: string): boolean =>
  [...shown].some((character) => {
    const code = character.codePointAt(0) ?? 0;
    return dangerous.some(([first, last]) => code >= first && code <= last);
  });

describe("section 9: texts on a terminal", () => {
  it("nothing that a terminal acts on is left, whatever the text", () => {
    fc.assert(
      fc.property(text, (any) => {
        expect(isDangerous(visibleText(any))).toBe(false);
        expect(isDangerous(printedJson({ [any]: [any] }))).toBe(false);
        expect(inLine(any)).not.toContain("\n");
      }),
      { numRuns: 2000 },
    );
  });

  it("a text that is already visible stays the same, so that passing twice does no harm", () => {
    fc.assert(
      fc.property(text, (any) => {
        expect(visibleText(visibleText(any))).toBe(visibleText(any));
      }),
    );
  });

  it("no line after the first begins like a line of ours", () => {
    fc.assert(
      fc.property(text, (any) => {
        const [, ...further] = markedLines(any).split("\n");
        expect(further.every((line) => line.startsWith("  | "))).toBe(true);
        expect(printedLines([any]).endsWith("\n")).toBe(true);
      }),
    );
  });

  it("no character has more than eight marks", () => {
    const marks = fc.constantFrom("\u0301", "\u0e49", "\u20dd", "\ufe0f", "\u034f", "a", "❤", "\n");
    fc.assert(
      fc.property(fc.array(marks, { maxLength: 60 }), (parts) => {
        expect(visibleText(parts.join(""))).not.toMatch(/\p{M}{9}/u);
        expect(printedJson(parts.join(""))).not.toMatch(/\p{M}{9}/u);
      }),
    );
  });

  it("JSON means the same", () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.dictionary(text, text)), (any) => {
        expect(JSON.parse(printedJson(any))).toEqual(JSON.parse(JSON.stringify(any)));
        expect(JSON.parse(printedJson(any, 2))).toEqual(JSON.parse(JSON.stringify(any)));
      }),
    );
  });

  it.each([
    ["\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"],
    ["\x1b]8;;file:///x\x07", "\\x1b]8;;file:///x\\x07"],
    ["a\rb\bc", "a\\x0db\\x08c"],
    ["\x9b2J", "\\x9b2J"],
    ["user\u202etxt.exe", "user\\u{202e}txt.exe"],
    ["no\u200bthing", "no\\u{200b}thing"],
    ["x\ufe0fy", "x\\u{fe0f}y"],
    ["\u{e0041}", "\\u{e0041}"],
    ["\ud800", "\\u{d800}"],
    [`a${"\u0301".repeat(10)}b`, `a${"\u0301".repeat(8)}\\u{301}\\u{301}b`],
    ["❤️ 👩‍👩‍👧 1️⃣ é 日本 \t|", "❤️ 👩‍👩‍👧 1️⃣ é 日本 \t|"],
  ])("%j is shown as %j", (given, shown) => {
    expect(visibleText(given)).toBe(shown);
  });
});
