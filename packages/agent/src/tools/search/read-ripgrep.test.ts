import { expect, test } from "vitest";
import { readCounts, readLines, readNames } from "./read-ripgrep.ts";

const line = (number: number, text: string, isMatch = true) => ({ number, text, isMatch });

test("E24 Grep reads ripgrep's lines: context, colons, binary files, a truncated end", () => {
  const output = [
    "./a.ts\0" + "1-one",
    "./a.ts\0" + "2:two: 3-4\r",
    "./c.bin\0" + "1:x",
    './c.bin: WARNING: stopped searching binary file after match (found "\\0" byte around offset 5)',
    "b.ts\0" + "7:x\uFFFD",
    "d.ts\0" + "1-only around",
    "e.ts\0",
  ].join("\n");
  expect(readLines(output)).toEqual([
    { path: "a.ts", lines: [line(1, "one", false), line(2, "two: 3-4")], count: 1 },
    { path: "b.ts", lines: [line(7, "x\uFFFD")], count: 1 },
  ]);
});

test("E24 Grep reads names and numbers, also of names with line ends", () => {
  expect(readNames("./a\0b\nc\0").map(({ path }) => path)).toEqual(["a", "b\nc"]);
  expect(readNames("")).toEqual([]);
  expect(readCounts("./a\0" + "12\n./b\0" + "1\n")).toMatchObject([
    { path: "a", count: 12 },
    { path: "b", count: 1 },
  ]);
});
