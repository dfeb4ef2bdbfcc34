import { expect, it } from "vitest";
import { shortNote } from "./short-text.ts";

it("a text that has room stays as it is", () => {
  const lines = Array.from({ length: 21 }, (_, index) => `line ${index}`).join("\n");
  expect(shortNote(lines)).toBe(lines);
});

it.each([
  ["many lines", "line\n".repeat(10_000), /^(?:line\n){20}… 9,980 more lines, Ctrl\+O shows all$/],
  ["one long line", "x".repeat(200_000), /^x{400}…\n… Ctrl\+O shows all$/],
  ["long lines", `${"x".repeat(300)}\n`.repeat(30), /… 23 more lines, Ctrl\+O shows all$/],
])("of %s only the beginning is shown, and how much more there is", (_what, text, shown) => {
  expect(shortNote(text)).toMatch(shown);
  expect(shortNote(text).length).toBeLessThan(2100);
});
