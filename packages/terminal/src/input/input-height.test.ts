import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inputHeight, inputRows } from "./input-height.ts";

describe("inputHeight", () => {
  it("the text, the proposals and the hint share a third of the screen", () => {
    const many = { textRows: 50, proposals: 50, hasHint: true };
    expect(inputHeight(24, many)).toEqual({ text: 4, list: 3 });
    expect(inputHeight(24, { ...many, textRows: 1 })).toEqual({ text: 1, list: 6 });
    expect(inputHeight(24, { ...many, proposals: 0 })).toEqual({ text: 7, list: 0 });
  });

  it("never takes more than its rows", () => {
    const content = fc.record({
      textRows: fc.integer({ min: 1, max: 200 }),
      proposals: fc.nat(60),
      hasHint: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.integer({ min: 6, max: 100 }), content, (rows, given) => {
        const { text, list } = inputHeight(rows, given);
        expect(text).toBeGreaterThanOrEqual(1);
        expect(2 + text + list + (given.hasHint ? 1 : 0)).toBeLessThanOrEqual(inputRows(rows));
      }),
    );
  });
});
