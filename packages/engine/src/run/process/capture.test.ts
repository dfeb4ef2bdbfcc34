import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { finished } from "node:stream/promises";
import { describe, expect, it } from "vitest";
import { capture } from "./capture.ts";

const mebibyte = 1024 * 1024;
const newFile = () => join(mkdtempSync(join(tmpdir(), "capture-")), "deep/spill.txt");

/** Captures pieces as one stream. */
async function captured(file: string, ...pieces: readonly (string | Buffer)[]) {
  const stream = new PassThrough({ highWaterMark: 65 * mebibyte });
  const capturing = capture(stream, file, { keepsEnd: true });
  for (const piece of pieces) stream.write(piece);
  stream.end();
  await finished(stream);
  return { ...capturing.finish(), problem: capturing.problem() };
}

describe("P11 capture", () => {
  it("keeps everything up to 1 MiB in memory and makes no file", async () => {
    const file = newFile();
    const half = "h".repeat(mebibyte / 2);
    expect(await captured(file, half, half)).toEqual({
      text: half + half,
      bytes: mebibyte,
      complete: true,
      problem: undefined,
    });
    expect(existsSync(file)).toBe(false);
  });

  it("puts all of it in a private file when it is more, from the first byte", async () => {
    const file = newFile();
    const pieces = ["start ", "x".repeat(mebibyte), "middle", Buffer.from(" end")];
    const { text, endText, ...facts } = await captured(file, ...pieces);
    expect(facts).toEqual({ bytes: mebibyte + 16, complete: false, file, problem: undefined });
    expect(text).toBe(`start ${"x".repeat(mebibyte - 6)}`);
    expect(endText).toBe(pieces.join("").slice(-mebibyte / 4));
    expect(readFileSync(file, "utf8")).toBe(pieces.join(""));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("ends the file at exactly 64 MiB and counts the rest", async () => {
    const file = newFile();
    const chunk = Buffer.alloc(3 * mebibyte + 7, "z");
    const pieces = Array.from({ length: 22 }, () => Buffer.from(chunk));
    const result = await captured(file, ...pieces, "the end");
    expect(result).toMatchObject({ bytes: 22 * chunk.length + 7, complete: false });
    expect(result.endText).toMatch(/^z+the end$/);
    expect(statSync(file).size).toBe(64 * mebibyte);
  });

  it("cuts no character in half", async () => {
    const { text } = await captured(newFile(), `a${"ä".repeat(mebibyte)}`);
    expect(text).toBe(`a${"ä".repeat(mebibyte / 2 - 1)}`);
    const { endText } = await captured(newFile(), `${"€".repeat(mebibyte)}`);
    expect(endText === "€".repeat(Math.floor(mebibyte / 4 / 3))).toBe(true);
  });

  it("takes many small pieces", async () => {
    const pieces = Array.from({ length: 50_000 }, (_, index) => `${index},`);
    expect((await captured(newFile(), ...pieces)).text).toBe(pieces.join(""));
  });

  it("does without the file when the disk fails, and says why", async () => {
    const folder = mkdtempSync(join(tmpdir(), "capture-"));
    writeFileSync(join(folder, "deep"), "no folder");
    const result = await captured(join(folder, "deep/spill.txt"), "x".repeat(2 * mebibyte));
    expect(result).toMatchObject({ bytes: 2 * mebibyte, complete: false });
    expect(result).not.toHaveProperty("file");
    expect(result.problem).toMatch(/EEXIST|ENOTDIR/);
  });

  it("says so when the disk is full", async () => {
    const result = await captured("/dev/full", "x".repeat(2 * mebibyte));
    expect(result).toMatchObject({ bytes: 2 * mebibyte, complete: false });
    expect(result).not.toHaveProperty("file");
    expect(result.problem).toContain("ENOSPC");
  });
});
