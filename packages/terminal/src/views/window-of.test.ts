import fc from "fast-check";
import { expect, it } from "vitest";
import { windowOf } from "./window-of.ts";

it("a window of a list has the selected entry, and fills the room", () => {
  fc.assert(
    fc.property(
      fc.nat(2000),
      fc.nat(2000),
      fc.integer({ min: 1, max: 60 }),
      (count, pick, height) => {
        fc.pre(count > 0);
        const selected = pick % count;
        const { start, end } = windowOf(count, selected, height);
        expect(end - start).toBe(Math.min(count, height));
        expect(selected).toBeGreaterThanOrEqual(start);
        expect(selected).toBeLessThan(end);
      },
    ),
  );
});
