import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openTranscript } from "./open-transcript.ts";
import { processStartTime } from "./process-start-time.ts";
import { lockSession } from "./session-lock.ts";
import { newFolder, opened } from "./testing.ts";

const locksIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith(".lock"));

describe("the lock of a session", () => {
  it("G9 a second writer in the same process is refused, with the pid of the holder", async () => {
    const folder = newFolder();
    await opened({ folder, sessionId: "s1" });
    await expect(openTranscript({ folder, sessionId: "s1" })).rejects.toMatchObject({
      kind: "in-use",
      message: expect.stringMatching(new RegExp(`process ${process.pid}\\b.*--fork-session`)),
    });
  });

  it("G9 is released by closing, and does not affect other sessions", async () => {
    const folder = newFolder();
    const one = await openTranscript({ folder, sessionId: "s1" });
    const two = await openTranscript({ folder, sessionId: "s1-more" });
    expect(locksIn(folder)).toHaveLength(2);
    one.close();
    two.close();
    expect(locksIn(folder)).toEqual([]);
    (await openTranscript({ folder, sessionId: "s1" })).close();
  });

  it("G9 of a process that is gone, or whose pid was reused, is ignored and removed at the end", async () => {
    const folder = newFolder();
    const started = Number(processStartTime(process.ppid));
    writeFileSync(join(folder, "s1.4194304-1.lock"), "");
    writeFileSync(join(folder, `s1.${process.ppid}-${started + 1}.lock`), "");
    writeFileSync(join(folder, `other.4194304-1.lock`), "");
    const transcript = await opened({ folder, sessionId: "s1" });
    expect(transcript.afterCrash).toBe(true);
    transcript.close();
    expect(locksIn(folder)).toEqual(["other.4194304-1.lock"]);
    expect((await opened({ folder, sessionId: "s1" })).afterCrash).toBe(false);
  });

  it("G9 of another running process is respected, and nothing is left behind", async () => {
    const folder = newFolder();
    const name = `s1.${process.ppid}-${processStartTime(process.ppid)}.lock`;
    writeFileSync(join(folder, name), "");
    expect(await lockSession(folder, "s1")).toEqual({ heldBy: process.ppid });
    expect(locksIn(folder)).toEqual([name]);
  });
});
