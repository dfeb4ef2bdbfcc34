import { execFileSync } from "node:child_process";
import {
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createObserver, hashFile } from "./observe-file.ts";
import { folderWith } from "./testing.ts";

/** An observer that counts how often it reads; `ageMs` is how old files seem to be. */
function counting({ ageMs }: { readonly ageMs: number }) {
  const counted = { reads: 0 };
  const observe = createObserver({
    hash: (path) => {
      counted.reads++;
      return hashFile(path);
    },
    now: () => Date.now() + ageMs,
  });
  return { counted, observe };
}

describe("createObserver", () => {
  it("T9 reads a file once while its identity stays the same", async () => {
    const path = join(folderWith({ "a.sh": "one" }), "a.sh");
    const { counted, observe } = counting({ ageMs: 60_000 });
    const first = await observe(path);
    expect(await observe(path)).toBe(first);
    expect(counted.reads).toBe(1);
  });

  it("T9 reads a file that was just written each time: its clock may not have ticked", async () => {
    const path = join(folderWith({ "a.sh": "one" }), "a.sh");
    const { counted, observe } = counting({ ageMs: 0 });
    await observe(path);
    await observe(path);
    expect(counted.reads).toBe(2);
  });

  it("T9 does not read a file that is too large", async () => {
    const path = join(folderWith({ "a.sh": "one" }), "a.sh");
    truncateSync(path, 3 * 1024 ** 3);
    const { counted, observe } = counting({ ageMs: 60_000 });
    expect(await observe(path)).toMatchObject({ sha256: undefined, size: 3 * 1024 ** 3 });
    expect(counted.reads).toBe(0);
  });

  it("T9 notices other content of the same size with a forged mtime", async () => {
    const path = join(folderWith({ "a.sh": "one" }), "a.sh");
    const { atime, mtime } = statSync(path);
    const { observe } = counting({ ageMs: 60_000 });
    const first = await observe(path);
    // Until the clock of the file system has ticked, nothing tells the two apart.
    const { ctimeMs } = statSync(path);
    do {
      writeFileSync(path, "two");
      utimesSync(path, atime, mtime);
    } while (statSync(path).ctimeMs === ctimeMs);
    expect((await observe(path))?.sha256).not.toBe(first?.sha256);
  });

  it("T9 the same content in a new file is read once more, then known", async () => {
    const folder = folderWith({ "a.sh": "one", new: "one" });
    const path = join(folder, "a.sh");
    const { counted, observe } = counting({ ageMs: 60_000 });
    const first = await observe(path);
    renameSync(join(folder, "new"), path);
    expect(await observe(path)).toEqual(first);
    await observe(path);
    expect(counted.reads).toBe(2);
  });

  it("T9 notices a link with a new target, and a target with new content", async () => {
    const folder = folderWith({ "a.sh": "one", "b.sh": "two" });
    const path = join(folder, "link");
    const { observe } = counting({ ageMs: 60_000 });
    symlinkSync("a.sh", path);
    expect((await observe(path))?.target).toBe(join(folder, "a.sh"));
    unlinkSync(path);
    symlinkSync("b.sh", path);
    expect((await observe(path))?.target).toBe(join(folder, "b.sh"));
    writeFileSync(join(folder, "b.sh"), "more");
    expect((await observe(path))?.size).toBe(4);
  });

  it("T1 a pipe is not a file and does not hang the host", async () => {
    const path = join(folderWith({}), "pipe");
    execFileSync("/bin/sh", ["-c", 'mkfifo "$0"', path]);
    expect(await createObserver()(path)).toBeUndefined();
    await hashFile(path); // Put in a file's place between the look and the reading.
  });

  it("T1 a text that is not a valid path is not a file", async () => {
    for (const path of ["", "\0", "x".repeat(10_000)])
      expect(await createObserver()(path)).toBeUndefined();
  });
});
