import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { structuredPatch } from "./structured-patch.ts";

describe("the change of a file in hunks", () => {
  it("shows the changed line with those around it", () => {
    const before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
    expect(structuredPatch(before, before.replace("5", "five"))).toEqual([
      {
        oldStart: 2,
        oldLines: 7,
        newStart: 2,
        newLines: 7,
        lines: [" 2", " 3", " 4", "-5", "+five", " 6", " 7", " 8"],
      },
    ]);
  });

  it("has no hunk for an unchanged file, and one with added lines alone for a new one", () => {
    expect(structuredPatch("a\n", "a\n")).toEqual([]);
    expect(structuredPatch("", "a\nb\n")).toEqual([
      { oldStart: 0, oldLines: 0, newStart: 1, newLines: 2, lines: ["+a", "+b"] },
    ]);
  });

  it("applied to the old lines, gives the new ones", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 40 });
    fc.assert(
      fc.property(text, text, (old, next) => {
        const hunks = structuredPatch(toText(old), toText(next));
        expect(applied(old, hunks)).toEqual(next);
      }),
    );
  });
});

const toText = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");

function applied(old: readonly string[], hunks: ReturnType<typeof structuredPatch>): string[] {
  const result: string[] = [];
  let from = 0;
  for (const { oldStart, oldLines, lines } of hunks) {
    const start = oldLines === 0 ? oldStart : oldStart - 1;
    result.push(...old.slice(from, start));
    const kept = lines.filter((line) => !line.startsWith("+")).map((line) => line.slice(1));
    expect(old.slice(start, start + oldLines)).toEqual(kept);
    result.push(...lines.filter((line) => !line.startsWith("-")).map((line) => line.slice(1)));
    from = start + oldLines;
  }
  return [...result, ...old.slice(from)];
}
