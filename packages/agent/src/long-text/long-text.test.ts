import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { capResult, maxResultTokens } from "./cap-result.ts";
import { endsByLength, endsByTokens } from "./ends-of-text.ts";
import { estimateTokens } from "./estimate-tokens.ts";

const folder = () => join(mkdtempSync(join(tmpdir(), "long-text-")), "session");
const anyText = fc.string({ unit: "binary", maxLength: 200 });

describe("the ends of a text", () => {
  it.each([
    ["by length", endsByLength, (text: string) => text.length],
    ["by tokens", endsByTokens, estimateTokens],
  ])(
    "%s: a text that fits is not cut, another keeps both ends and no half character",
    (_how, endsOf, sizeOf) => {
      fc.assert(
        fc.property(anyText, fc.integer({ min: 2, max: 100 }), (text, limit) => {
          const ends = endsOf(text, limit);
          if (ends === undefined) {
            expect(sizeOf(text)).toBeLessThanOrEqual(limit + 1);
            return;
          }
          const { head, end } = ends;
          expect(sizeOf(text)).toBeGreaterThanOrEqual(limit);
          expect(text.startsWith(head) && text.endsWith(end)).toBe(true);
          expect(sizeOf(head) + sizeOf(end)).toBeLessThanOrEqual(limit + 1);
          expect([head, end].every((part) => part.isWellFormed())).toBe(true);
        }),
      );
    },
  );
});

describe("a tool result", () => {
  it.each([
    ["ASCII", "x"],
    ["another script", "漢"],
    ["emoji", "😀"],
  ])(
    "of 3 MB in %s is cut to about 25,000 tokens, with the whole in a file",
    async (_what, unit) => {
      const whole = `first${unit.repeat(3_000_000 / Buffer.byteLength(unit))}last`;
      const capped = await capResult(whole, folder());
      expect(estimateTokens(capped)).toBeLessThan(maxResultTokens + 200);
      expect(estimateTokens(capped)).toBeGreaterThan(maxResultTokens - 10);
      expect(capped).toMatch(/^first.*last$/s);
      const file = /All \d+ characters are in (.*)\]/.exec(capped)?.[1] ?? "";
      expect(readFileSync(file, "utf8")).toBe(whole);
    },
  );

  it("that cannot be saved is cut all the same, and says so", async () => {
    const capped = await capResult("x".repeat(1e6), "/dev/null/session");
    expect(capped).toMatch(/has 1000000 characters, and could not be saved: .*ENOTDIR/);
    expect(estimateTokens(capped)).toBeLessThan(maxResultTokens + 200);
  });

  it("that fits is passed on unchanged", async () => {
    const text = "x".repeat(4 * maxResultTokens);
    expect(await capResult(text, "/dev/null/session")).toBe(text);
  });
});
