import fc from "fast-check";
import { expect, it } from "vitest";
import { describeValue } from "./describe-value.ts";

it.each([
  [undefined, "missing"],
  [null, "null"],
  [["a"], "a list"],
  [{ a: 1 }, "an object"],
  [() => 1, "a function"],
  [1n, "1"],
  ["false", '"false"'],
  [0, "0"],
  ["x".repeat(100), `"${"x".repeat(59)}…`],
])("%o is called %s", (value, words) => {
  expect(describeValue(value)).toBe(words);
});

it("the words are short, whatever the value is", () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true }), (value) => {
      expect(describeValue(value).length).toBeLessThanOrEqual(61);
    }),
  );
});
