import { describe, expect, it } from "vitest";
import { shortBlanks } from "./short-blanks.ts";

describe("shortBlanks", () => {
  it.each([
    ["a    b\n\n\nc", "a    b\n\n\nc"],
    [`a${" ".repeat(41)}b`, "a ⟨41 blanks⟩ b"],
    [`a${"\u2800\u3000\t".repeat(20)}b`, "a ⟨60 blanks⟩ b"],
    [`${"\n".repeat(5)}a`, "⟨5 empty lines⟩ a"],
    [`a\n${" \n".repeat(9)}b`, "a\n⟨9 empty lines⟩\nb"],
  ])("%j is shown as %j", (text, shown) => {
    expect(shortBlanks(text)).toBe(shown);
  });
});
