import fc from "fast-check";
import stringWidth from "string-width";
import { expect, it } from "vitest";
import { fitLine } from "./fit-line.ts";
import type { StyledLine } from "./styled-line.ts";

const textOf = (one: StyledLine): string => one.map(({ text }) => text).join("");

it("a word that does not fit is cut, not left out", () => {
  expect(textOf(fitLine([{ text: "on /a/very/long/path" }], 12))).toBe("on /a/very/…");
});

it("a path keeps its end, and what comes before it stays", () => {
  const path = { text: "/base/me/project/.claude/hooks/guard.sh", keepsEnd: true } as const;
  const shown = fitLine([{ text: "on [Project] " }, path, { text: "  all tools" }], 40);
  expect(textOf(shown)).toBe("on [Project] …ect/.claude/hooks/guard.sh");
});

it("what fits stays as it is, and nothing is wider than the screen", () => {
  const span = fc.record({
    text: fc.string({ unit: "grapheme", maxLength: 60 }),
    keepsEnd: fc.constantFrom(true, undefined),
  });
  fc.assert(
    fc.property(fc.array(span), fc.integer({ min: 3, max: 80 }), (spans, columns) => {
      const given = spans as unknown as StyledLine;
      const shown = textOf(fitLine(given, columns));
      expect(stringWidth(shown)).toBeLessThanOrEqual(columns);
    }),
  );
});

it("a long word of wide characters is cut where it does not fit, not left out", () => {
  const text = `true ${"漢".repeat(100)}; rm x`;
  const cut = (keepsEnd: boolean) =>
    fitLine([keepsEnd ? { text, keepsEnd } : { text }], 20).map((span) => span.text);
  expect(cut(false).join("")).toBe(`true ${"漢".repeat(7)}…`);
  expect(cut(true).join("")).toBe(`…${"漢".repeat(6)}; rm x`);
});
