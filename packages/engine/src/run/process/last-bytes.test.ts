import fc from "fast-check";
import { expect, it } from "vitest";
import { lastBytes } from "./last-bytes.ts";

it("keeps the end of any bytes, however they arrive, from a whole character on", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "grapheme", maxLength: 12 }), { maxLength: 30 }),
      fc.integer({ min: 8, max: 40 }),
      fc.integer({ min: 1, max: 50 }),
      (texts, limit, size) => {
        const all = Buffer.from(texts.join(""));
        const last = lastBytes(limit);
        for (let at = 0; at < all.length; at += size) last.add(all.subarray(at, at + size));
        const kept = last.text();
        expect(all.toString("utf8").endsWith(kept)).toBe(true);
        const missing = all.length - Buffer.byteLength(kept);
        expect(missing).toBeLessThanOrEqual(Math.max(0, all.length - limit) + 3);
      },
    ),
  );
});
