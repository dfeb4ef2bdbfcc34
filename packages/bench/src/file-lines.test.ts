import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FileLinesError, fileLines } from "./file-lines.ts";

const folder = mkdtempSync(join(tmpdir(), "file-lines-"));
const written = (content: string | Buffer): string => {
  const file = join(folder, "lines.jsonl");
  writeFileSync(file, content);
  return file;
};

describe("the lines of a file", () => {
  it("are the same wherever a chunk ends, also within a character", () => {
    for (const extra of [0, 1, 2, 3]) {
      const long = `${"x".repeat(256 * 1024 - 4 + extra)}ä€𝄞`;
      const lines = ["{}", long, "a\u2028b", long.repeat(3)];
      const found = [...fileLines(written(lines.join("\n")))];
      expect(found.map(({ text }) => text === lines.shift())).toEqual([true, true, true, true]);
      expect(found.map(({ isEnded }) => isEnded)).toEqual([true, true, true, false]);
    }
  });

  it("keep their numbers without the empty ones, and lose a byte order mark", () => {
    const found = [...fileLines(written("\uFEFFone\n\n  \r\ntwo\r\n"))];
    expect(found.map(({ text, line }) => [text, line])).toEqual([
      ["one", 1],
      ["two\r", 4],
    ]);
  });

  it.each([
    ["a file that is missing", () => join(folder, "missing"), "there is no such file"],
    ["a folder", () => folder, "it is not a regular file"],
    ["bytes", () => written(Buffer.from([1, 0, 2])), "it is not text"],
  ])("%s is an error in words", (_what, file, words) => {
    expect(() => [...fileLines(file())]).toThrow(new FileLinesError(words));
  });
});
