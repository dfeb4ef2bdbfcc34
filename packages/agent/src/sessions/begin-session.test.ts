import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { SessionChoice } from "../loop/agent-options.ts";
import { beginSession } from "./begin-session.ts";
import { describeSession, findSessions, newestSession } from "./find-sessions.ts";
import {
  assistantMessage,
  assistantRecord,
  newFolder,
  opened,
  recordsIn,
  userMessage,
  userRecord,
} from "./testing.ts";

async function begin(folder: string, choice: SessionChoice) {
  const begun = await beginSession({ folder, choice });
  onTestFinished(() => begun.transcript.close());
  return begun;
}

/** A session with one prompt, last written so many seconds ago. */
function session(folder: string, id: string, secondsAgo: number, prompt?: string): string {
  const path = join(folder, `${id}.jsonl`);
  const hidden = JSON.stringify({ ...userRecord("hidden"), synthetic: true });
  const lines = [hidden, ...(prompt === undefined ? [] : [JSON.stringify(userRecord(prompt))])];
  writeFileSync(path, lines.map((line) => `${line}\n`).join(""));
  const when = Date.now() / 1000 - secondsAgo;
  utimesSync(path, when, when);
  return path;
}

describe("finding sessions", () => {
  it("the first prompt is what the user typed, not a file that it mentions", async () => {
    const folder = newFolder();
    const content = ["Rules of src", "The prompt below mentions /p/a.md:\n\none", "See @a.md"];
    const message = { role: "user", content: content.map((text) => ({ type: "text", text })) };
    writeFileSync(join(folder, "s.jsonl"), `${JSON.stringify({ ...userRecord("x"), message })}\n`);
    const [found] = await Promise.all((await findSessions(folder)).map(describeSession));
    expect(found?.firstPrompt).toBe("See @a.md");
  });

  it("G9 the newest first, with the first prompt that the user typed", async () => {
    const folder = newFolder();
    session(folder, "old", 30, "first");
    session(folder, "new", 10, "second");
    session(folder, "silent", 20);
    mkdirSync(join(folder, "folder.jsonl"));
    writeFileSync(join(folder, "not one.jsonl"), "");
    writeFileSync(join(folder, "new.1-1.lock"), "");
    const found = await Promise.all((await findSessions(folder)).map(describeSession));
    expect(found.map(({ id, firstPrompt }) => [id, firstPrompt])).toEqual([
      ["new", "second"],
      ["silent", undefined],
      ["old", "first"],
    ]);
  });

  it("G9 --continue prefers a session with a prompt", async () => {
    const folder = newFolder();
    expect(await newestSession(join(folder, "nowhere"))).toBeUndefined();
    session(folder, "silent", 10);
    expect((await newestSession(folder))?.id).toBe("silent");
    session(folder, "old", 30, "words");
    expect((await newestSession(folder))?.id).toBe("old");
  });
});

describe("beginning a session", () => {
  it("G9 a new one has an id and an empty transcript", async () => {
    const folder = newFolder();
    const { transcript, earlier, source } = await begin(folder, { kind: "new" });
    expect([earlier, source]).toEqual([undefined, "startup"]);
    expect(transcript.sessionId).toMatch(/^[0-9a-f-]{36}$/);
    const named = await begin(folder, { kind: "new", sessionId: "mine" });
    expect(named.transcript.path).toBe(join(folder, "mine.jsonl"));
    await expect(begin(folder, { kind: "new", sessionId: "mine" })).rejects.toThrow();
  });

  it("G9 --continue and --resume continue in the same file", async () => {
    const folder = newFolder();
    session(folder, "s1", 10, "hello");
    const one = await begin(folder, { kind: "continue" });
    expect(one).toMatchObject({ source: "resume", earlier: { conversation: { length: 2 } } });
    one.transcript.append(assistantRecord({ type: "text", text: "hi" }));
    one.transcript.close();
    const two = await begin(folder, { kind: "resume", sessionId: "s1" });
    expect(two.transcript.sessionId).toBe("s1");
    expect(two.earlier?.conversation.at(-1)).toEqual(
      assistantMessage({ type: "text", text: "hi" }),
    );
  });

  it("G9 --fork-session copies a session that is in use and leaves it alone", async () => {
    const folder = newFolder();
    const original = await opened({ folder, sessionId: "s1" });
    original.append(userRecord("shared"));
    await expect(begin(folder, { kind: "continue" })).rejects.toMatchObject({ kind: "in-use" });
    const fork = await begin(folder, { kind: "continue", fork: true });
    expect(fork).toMatchObject({
      source: "fork",
      earlier: { conversation: [userMessage("shared")] },
    });
    fork.transcript.append(userRecord("only in the copy"));
    original.append(userRecord("only in the original"));
    expect(recordsIn(original.path).map(({ session_id }) => session_id)).toEqual(["s1", "s1"]);
    const { sessionId } = fork.transcript;
    expect(recordsIn(fork.transcript.path)).toMatchObject([
      { type: "system", subtype: "fork", from: "s1", session_id: sessionId },
      { type: "user", session_id: "s1" },
      { type: "user", session_id: sessionId, message: userMessage("only in the copy") },
    ]);
  });

  it("G9 a copy has only complete records, byte for byte", async () => {
    const folder = newFolder();
    const path = session(folder, "s1", 10, "whole ü");
    const whole = readFileSync(path, "utf8");
    const last = JSON.stringify(userRecord("without line end"));
    for (const [tail, copied] of [
      ['{"type":"us', ""],
      [last, `${last}\n`],
      ["", ""],
    ] as const) {
      writeFileSync(path, whole + tail);
      const { transcript } = await begin(folder, { kind: "resume", sessionId: "s1", fork: true });
      const text = readFileSync(transcript.path, "utf8");
      expect(text.slice(text.indexOf("\n") + 1)).toBe(whole + copied);
      expect(readFileSync(path, "utf8")).toBe(whole + tail);
    }
    expect(readdirSync(folder).filter((name) => name.endsWith(".copy"))).toEqual([]);
  });

  it("G9 an unknown id is reported with the folder, the nearest id and the newest sessions", async () => {
    const folder = newFolder();
    const wanted = { kind: "resume", sessionId: "11111111-2222" } as const;
    await expect(begin(folder, wanted)).rejects.toThrow(`${folder}; it has no sessions`);
    session(folder, "11111111-2223", 10, "near");
    session(folder, "far", 20, "away");
    await expect(begin(folder, wanted)).rejects.toMatchObject({
      kind: "unknown",
      message: expect.stringMatching(/did you mean 11111111-2223\?.*"near".*far .*"away"/s),
    });
    await expect(
      begin(folder, { kind: "resume", sessionId: "../../etc/passwd" }),
    ).rejects.toMatchObject({ kind: "bad-id" });
  });

  it("G9 a folder without sessions is reported", async () => {
    const folder = newFolder();
    await expect(begin(folder, { kind: "continue" })).rejects.toMatchObject({
      kind: "none",
      message: expect.stringContaining(folder),
    });
    const options = { folder, project: "/project", choice: { kind: "continue" } } as const;
    await expect(beginSession(options)).rejects.toThrow(
      "there is no session to continue in /project",
    );
  });

  it("G9 an incomplete end is removed before the session continues", async () => {
    const folder = newFolder();
    const path = session(folder, "s1", 10, "whole");
    appendFileSync(path, '{"type":"assistant","mess');
    const { transcript, earlier } = await begin(folder, { kind: "continue" });
    expect(transcript.tornBytes).toBe(25);
    expect(earlier).toMatchObject({ badLines: 0, tornBytes: 0 });
  });
});
