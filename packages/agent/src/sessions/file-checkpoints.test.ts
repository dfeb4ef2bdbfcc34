import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createFileCheckpoints } from "./file-checkpoints.ts";

function place() {
  const folder = mkdtempSync(join(tmpdir(), "checkpoints-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "a.txt");
  return { folder, file, session: join(folder, "session") };
}

describe("file checkpoints", () => {
  it("put files back as they were before a message, also in a session that continues", async () => {
    const { folder, file, session } = place();
    const made = join(folder, "new.txt");
    writeFileSync(file, "one\n");
    const first = createFileCheckpoints(session);
    await first.begin("m1");
    await first.keep(file);
    writeFileSync(file, "two\n");
    await first.begin("m2");
    await first.keep(file);
    await first.keep(made);
    writeFileSync(file, "three\n");
    writeFileSync(made, "x\n");

    const second = createFileCheckpoints(session);
    const changed = { files: [file, made], insertions: 1, deletions: 2 };
    expect(await second.rewind("m2", true)).toEqual(changed);
    expect(readFileSync(file, "utf8")).toBe("three\n");
    expect(await second.rewind("m2", false)).toEqual(changed);
    expect(readFileSync(file, "utf8")).toBe("two\n");
    expect(existsSync(made)).toBe(false);
    await second.rewind("m1", false);
    expect(readFileSync(file, "utf8")).toBe("one\n");
  });

  it("leave a link alone that took the place of a file", async () => {
    const { folder, file, session } = place();
    const other = join(folder, "other.txt");
    writeFileSync(file, "one");
    writeFileSync(other, "precious");
    const checkpoints = createFileCheckpoints(session);
    await checkpoints.begin("m1");
    await checkpoints.keep(file);
    rmSync(file);
    symlinkSync(other, file);
    expect(await checkpoints.rewind("m1", false)).toMatchObject({ files: [] });
    expect(readFileSync(other, "utf8")).toBe("precious");
  });

  it("refuse a message that is not known", async () => {
    const { session } = place();
    await expect(createFileCheckpoints(session).rewind("m9", true)).rejects.toThrow(
      "no message m9 is known in this session",
    );
  });
});
