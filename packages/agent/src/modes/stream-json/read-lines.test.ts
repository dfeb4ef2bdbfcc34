import fc from "fast-check";
import { expect, it } from "vitest";
import { readLines } from "./read-lines.ts";

async function linesOf(bytes: Uint8Array, cuts: readonly number[]): Promise<readonly string[]> {
  async function* chunks() {
    let from = 0;
    for (const cut of [...cuts, bytes.length]) {
      yield bytes.subarray(from, cut);
      from = cut;
    }
  }
  return Array.fromAsync(readLines(chunks()));
}

it("returns the same lines wherever the bytes are split", async () => {
  const line = fc.string({ unit: "grapheme" }).filter((text) => !/[\n\uFEFF]/.test(text));
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1 }), fc.array(fc.nat()), async (lines, cuts) => {
      const bytes = new TextEncoder().encode(`${lines.join("\n")}\n`);
      const at = cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b);
      expect(await linesOf(bytes, at)).toEqual(lines);
    }),
  );
});

it("the last line needs no end, and other separators do not end a line", async () => {
  const text = '{"a":"x\u2028y"}\r\nlast';
  expect(await linesOf(new TextEncoder().encode(text), [3])).toEqual([
    '{"a":"x\u2028y"}\r',
    "last",
  ]);
});
