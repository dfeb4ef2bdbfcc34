import { describe, expect, it } from "vitest";
import { shortBlanks, shortDiff, shortLines, shortTexts } from "./short-blanks.ts";
import { line } from "./styled-line.ts";
import { bar } from "./wrap-line.ts";

describe("shortBlanks", () => {
  it.each([
    ["a    b\n\n\nc", "a    b\n\n\nc"],
    [`a${" ".repeat(41)}b`, "a ⟨41 blanks⟩ b"],
    [`a${"\u2800\u3000\t".repeat(20)}b`, "a ⟨60 blanks⟩ b"],
    [`a${"\\n \\t".repeat(20)}b`, "a ⟨60 blanks⟩ b"],
    [`a${"\\n".repeat(40)}b`, `a${"\\n".repeat(40)}b`],
    [`${"\n".repeat(5)}a`, "⟨5 empty lines⟩ a"],
    [`a\n${" \n".repeat(9)}b`, "a\n⟨9 empty lines⟩\nb"],
  ])("%j is shown as %j", (text, shown) => {
    expect(shortBlanks(text)).toBe(shown);
  });
});

describe("lines that hide nothing", () => {
  it("empty lines are a count, and keep their bar; up to three stay", () => {
    const empty = [bar, { text: "  " }];
    const text = [bar, { text: "a" }];
    expect(shortLines([text, empty, empty, empty, text])).toHaveLength(5);
    const shown = shortLines([text, empty, [bar], empty, empty, text, [], [], [], []]);
    expect(shown).toEqual([
      text,
      [bar, { text: "⟨4 empty lines⟩", dim: true }],
      text,
      line("⟨4 empty lines⟩", { dim: true }),
    ]);
    // `wrapBody` knows a bar by its identity.
    expect(shown.slice(0, 3).every(([first]) => first === bar)).toBe(true);
  });

  it("padding of ours stays, and a box that is drawn is not empty", () => {
    const padded = [{ text: "a" }, { text: " ".repeat(50), isPadding: true as const }];
    expect(shortLines([padded])).toEqual([padded]);
    const box = Array.from({ length: 6 }, () => line("│    │"));
    expect(shortLines(box)).toEqual(box);
  });

  it("empty lines of a difference are counted with their sign", () => {
    const lines = ["@@", ...Array.from({ length: 5 }, () => "+"), "- ", "+a"];
    expect(shortDiff(lines)).toEqual(["@@", "+⟨5 empty lines⟩", "- ", "+a"]);
  });

  it("texts of several lines", () => {
    expect(shortTexts(["a", " ", "\n", "", "", `b${" ".repeat(50)}c`])).toEqual([
      "a",
      "⟨4 empty lines⟩",
      "b ⟨50 blanks⟩ c",
    ]);
  });
});
