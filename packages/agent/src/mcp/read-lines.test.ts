import fc from "fast-check";
import { expect, it } from "vitest";
import { lineReader } from "./read-lines.ts";

it("lines are the same however they are cut into chunks", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.array(fc.nat(20)), (texts, sizes) => {
      const lines = texts.map((text) => text.replaceAll("\n", ""));
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
      const found: string[] = [];
      const read = lineReader(
        (line) => found.push(line),
        () => found.push("too long"),
      );
      let start = 0;
      for (const size of sizes) {
        read(bytes.subarray(start, start + size));
        start += size;
      }
      read(bytes.subarray(start));
      expect(found).toEqual(lines);
    }),
  );
});

it("a line that is too long is reported once, and nothing after it is read", () => {
  const found: string[] = [];
  const read = lineReader(
    (line) => found.push(line),
    () => found.push("too long"),
    4,
  );
  for (const text of ["abc\n", "ab", "cd", "e", "f\nx\n"]) read(Buffer.from(text));
  expect(found).toEqual(["abc", "too long"]);
});
