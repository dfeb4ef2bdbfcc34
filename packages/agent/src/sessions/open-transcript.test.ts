import { readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openTranscript } from "./open-transcript.ts";
import { readTranscript } from "./read-transcript.ts";
import { assistantRecord, newFolder, opened, recordsIn, userRecord } from "./testing.ts";

describe("a transcript", () => {
  it("G9 E22 has a line with its stamp on disk when append returns", async () => {
    const clock = { date: () => "2026-01-02T03:04:05.678Z" };
    const transcript = await opened({ folder: newFolder(), sessionId: "s1", clock });
    transcript.append(userRecord("line\nbreak \u2028 and ü"));
    const [first] = recordsIn(transcript.path);
    expect(first).toEqual({
      ...userRecord("line\nbreak \u2028 and ü"),
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      timestamp: "2026-01-02T03:04:05.678Z",
      session_id: "s1",
    });
    transcript.append(userRecord("two"));
    expect(recordsIn(transcript.path)).toHaveLength(2);
    expect(recordsIn(transcript.path)[1]?.["uuid"]).not.toBe(first?.["uuid"]);
  });

  it("G9 only its owner can read the folder and the file", async () => {
    const folder = join(newFolder(), "deep", "er");
    const { path } = await opened({ folder, sessionId: "s1" });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it.each([
    ["below a file", () => join(import.meta.filename, "home")],
    ["where nothing can be made", () => "/proc/self/home"],
    ["in a file's place", () => import.meta.filename],
  ])("G9 that cannot be written %s is an error with a message", async (_, folder) => {
    await expect(openTranscript({ folder: folder(), sessionId: "s1" })).rejects.toMatchObject({
      kind: "unwritable",
      message: expect.stringContaining("the transcript cannot be written: E"),
    });
  });

  it("G9 of a session that never began is removed, and its id is free", async () => {
    const folder = newFolder();
    const fresh = { folder, sessionId: "s1", fresh: true };
    (await openTranscript(fresh)).close();
    const transcript = await openTranscript(fresh);
    transcript.append(userRecord("one"));
    transcript.close();
    await expect(openTranscript(fresh)).rejects.toMatchObject({ kind: "exists" });
  });

  it("G9 continues where it ended", async () => {
    const folder = newFolder();
    for (const text of ["one", "two", "three"]) {
      const transcript = await openTranscript({ folder, sessionId: "s1" });
      expect(transcript.tornBytes).toBe(0);
      transcript.append(userRecord(text));
      transcript.close();
    }
    const { conversation } = await readTranscript(join(folder, "s1.jsonl"));
    expect(conversation).toHaveLength(3);
  });

  it("G9 a last line cut at any byte is removed, and complete lines stay", async () => {
    const folder = newFolder();
    const first = await openTranscript({ folder, sessionId: "s1" });
    first.append(userRecord("kept"));
    const whole = statSync(first.path).size;
    first.append(userRecord("torn ü\n"));
    first.close();
    const bytes = readFileSync(first.path);
    const kept = bytes.subarray(0, whole);
    for (let length = whole; length < bytes.length - 1; length++) {
      writeFileSync(first.path, bytes.subarray(0, length));
      const again = await openTranscript({ folder, sessionId: "s1" });
      expect(again.tornBytes).toBe(length - whole);
      expect(readFileSync(first.path).equals(kept)).toBe(true);
      again.append(userRecord("after"));
      again.close();
      expect(recordsIn(first.path)).toHaveLength(2);
    }
  });

  it("G9 a last record that lacks only its line end is kept", async () => {
    const folder = newFolder();
    const first = await openTranscript({ folder, sessionId: "s1" });
    first.append(userRecord("one"));
    first.append(userRecord("two"));
    first.close();
    truncateSync(first.path, statSync(first.path).size - 1);
    const again = await opened({ folder, sessionId: "s1" });
    expect(again.tornBytes).toBe(0);
    again.append(userRecord("three"));
    expect(recordsIn(first.path)).toHaveLength(3);
  });

  it("G9 an incomplete line longer than a block is removed completely", async () => {
    const folder = newFolder();
    const first = await openTranscript({ folder, sessionId: "s1" });
    first.append(assistantRecord({ type: "text", text: "kept" }));
    const { size } = statSync(first.path);
    first.append(userRecord("x".repeat(300_000)));
    first.close();
    truncateSync(first.path, size + 250_000);
    const again = await opened({ folder, sessionId: "s1" });
    expect(again.tornBytes).toBe(250_000);
    expect(statSync(first.path).size).toBe(size);
  });

  it("G9 a file of zeros or random bytes can be opened", async () => {
    const folder = newFolder();
    for (const [id, content] of [
      ["zeros", Buffer.alloc(100_000)],
      ["rubbish", Buffer.from("no json\n[1]\n\n")],
      ["empty", Buffer.alloc(0)],
    ] as const) {
      writeFileSync(join(folder, `${id}.jsonl`), content);
      const transcript = await opened({ folder, sessionId: id });
      transcript.append(userRecord("goes on"));
      const { conversation } = await readTranscript(transcript.path);
      expect(conversation).toHaveLength(1);
    }
  });

  it("a closed transcript is not written to, and closing again does nothing", async () => {
    const folder = newFolder();
    const transcript = await openTranscript({ folder, sessionId: "s1" });
    transcript.close();
    transcript.close();
    expect(() => transcript.append(userRecord("late"))).toThrow("closed");
    expect(recordsIn(transcript.path)).toEqual([]);
  });

  it("a record that cannot be written leaves the file as it was", async () => {
    const transcript = await opened({ folder: newFolder(), sessionId: "s1" });
    transcript.append(userRecord("one"));
    const circle: { type: "text"; text: string; self?: unknown } = { type: "text", text: "x" };
    circle.self = circle;
    expect(() => transcript.append(assistantRecord(circle))).toThrow();
    transcript.append(userRecord("two"));
    expect(recordsIn(transcript.path)).toHaveLength(2);
  });

  it("a new session does not replace an existing one", async () => {
    const folder = newFolder();
    (await openTranscript({ folder, sessionId: "s1" })).close();
    await expect(openTranscript({ folder, sessionId: "s1", fresh: true })).rejects.toMatchObject({
      kind: "exists",
      message: expect.stringContaining("--resume s1"),
    });
    (await openTranscript({ folder, sessionId: "s1" })).close();
  });

  it.each(["../s1", "a/b", "", ".", "a.b", "a\0b", "x".repeat(129)])(
    "an id that could lead elsewhere is refused: %j",
    async (sessionId) => {
      await expect(openTranscript({ folder: newFolder(), sessionId })).rejects.toMatchObject({
        kind: "bad-id",
      });
    },
  );
});
