import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasRecord, readTranscript } from "./read-transcript.ts";
import {
  assistantMessage,
  assistantRecord,
  newFolder,
  opened,
  userMessage,
  userRecord,
} from "./testing.ts";
import type { TranscriptRecord } from "./transcript-record.ts";

async function written(...records: readonly TranscriptRecord[]) {
  const transcript = await opened({ folder: newFolder(), sessionId: "s1" });
  for (const record of records) transcript.append(record);
  return transcript.path;
}

const init = (model: string): TranscriptRecord => ({
  type: "system",
  subtype: "init",
  model,
  tools: ["Bash"],
  slash_commands: [],
  cwd: "/project",
  permission_mode: "plan",
  profile: "reference",
  source: "startup",
});

describe("reading a transcript", () => {
  it("G9 returns the conversation, whatever is between its messages", async () => {
    const path = await written(
      init("model-1"),
      userRecord("hello"),
      assistantRecord({ type: "thinking", thinking: "hm", signature: "s" }, text("hi")),
      init("model-2"),
    );
    expect(await readTranscript(path)).toMatchObject({
      conversation: [
        userMessage("hello"),
        assistantMessage({ type: "thinking", thinking: "hm", signature: "s" }, text("hi")),
      ],
      tornBytes: 0,
      badLines: 0,
    });
  });

  it("G9 a rewound conversation continues from the message it was rewound to", async () => {
    const transcript = await opened({ folder: newFolder(), sessionId: "s1" });
    transcript.append(userRecord("one"), "u1");
    transcript.append(assistantRecord(text("first")), "u2");
    transcript.append(userRecord("two"), "u3");
    transcript.append(assistantRecord(text("second")), "u4");
    transcript.append({ type: "system", subtype: "rewind", to: "u2" });
    transcript.append(userRecord("three"));
    const { conversation } = await readTranscript(transcript.path);
    expect(conversation).toEqual([
      userMessage("one"),
      assistantMessage(text("first")),
      userMessage("three"),
    ]);
    expect(await hasRecord(transcript.path, "u3")).toBe(true);
    expect(await hasRecord(transcript.path, "u9")).toBe(false);
  });

  it("G9 thinking that only the provider can read is kept", async () => {
    const block = { type: "redacted_thinking", data: "c2VjcmV0" } as const;
    const { conversation } = await readTranscript(
      await written(userRecord("hello"), assistantRecord(block, text("hi"))),
    );
    expect(conversation.at(-1)).toEqual(assistantMessage(block, text("hi")));
  });

  it("G9 results that were removed stay removed, and those that came later are complete", async () => {
    const call = (id: string) => ({ type: "tool_use", id, name: "Bash", input: {} }) as const;
    const result = (id: string, content: string) =>
      ({ type: "tool_result", tool_use_id: id, content }) as const;
    const answered = (id: string): readonly TranscriptRecord[] => [
      assistantRecord(call(id)),
      { type: "user", message: { role: "user", content: [result(id, "long")] } },
    ];
    const path = await written(
      userRecord("go"),
      ...answered("t1"),
      ...answered("t2"),
      { type: "system", subtype: "trim", results: { t1: "removed", t9: "never seen" } },
      ...answered("t3"),
    );
    appendFileSync(path, '{"type":"system","subtype":"trim","results":{"t2":7}}\n');
    appendFileSync(path, '{"type":"system","subtype":"trim"}\n');
    const { conversation } = await readTranscript(path);
    const results = conversation.flatMap(({ content }) =>
      [...content].filter(({ type }) => type === "tool_result"),
    );
    expect(results).toEqual([result("t1", "removed"), result("t2", "long"), result("t3", "long")]);
  });

  it("G9 a bad line in the middle is skipped and reported; an incomplete end is not read", async () => {
    const path = await written(userRecord("one"));
    appendFileSync(path, `nonsense\n${JSON.stringify(userRecord("two"))}\n\n[1]\n{"type":"user"`);
    expect(await readTranscript(path)).toMatchObject({
      conversation: [userMessage("one"), userMessage("two")],
      badLines: 3,
      tornBytes: 14,
      problems: [
        { line: 2, message: expect.stringContaining("nonsense") },
        { line: 4, message: "the line is empty" },
        { line: 5, message: expect.stringContaining("[1]") },
      ],
    });
  });

  it("G9 what is not a message or a block is ignored", async () => {
    const file = join(newFolder(), "s1.jsonl");
    const lines = [
      { type: "user", message: { role: "user", content: "as text" } },
      { type: "user", message: { role: "user", content: [{ type: "image" }, text("beside")] } },
      { type: "user", message: { role: "user", content: [null, 1, { type: "tool_result" }] } },
      { type: "assistant", message: null },
      { type: "assistant" },
      { type: "from-a-later-version", message: userMessage("no") },
      {},
    ];
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const { conversation } = await readTranscript(file);
    expect(conversation).toEqual([userMessage("as text"), userMessage("beside")]);
  });

  it("G8 a compaction replaces the messages before it", async () => {
    const tokens = { pre_tokens: 160_000, post_tokens: 10 };
    const messages = [userMessage("summary")];
    const path = await written(
      userRecord("long ago"),
      { type: "system", subtype: "compact", trigger: "auto", ...tokens, messages },
      userRecord("later"),
    );
    const { conversation } = await readTranscript(path);
    expect(conversation).toEqual([userMessage("summary"), userMessage("later")]);
  });

  it("G8 G9 a damaged record of a compaction removes nothing", async () => {
    const file = join(newFolder(), "s1.jsonl");
    const damaged = [{}, { messages: "none" }, { messages: [] }, { messages: [{ role: "user" }] }];
    const lines = [
      userRecord("long ago"),
      ...damaged.map((fields) => ({ type: "system", subtype: "compact", ...fields })),
    ];
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const { conversation } = await readTranscript(file);
    expect(conversation).toEqual([userMessage("long ago")]);
  });

  it("G9 any bytes are read, and records between them are found", async () => {
    const file = join(newFolder(), "s1.jsonl");
    const line = Buffer.from(`\n${JSON.stringify(userRecord("found"))}\n`);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), fc.uint8Array(), async (before, after) => {
        writeFileSync(file, Buffer.concat([before, line, after]));
        const { conversation } = await readTranscript(file);
        expect(conversation).toContainEqual(userMessage("found"));
      }),
    );
  });

  it("G9 lines of any length around the size of a block are read whole", async () => {
    const block = 1024 * 1024;
    const texts = [block - 2, 1, block, 3 * block + 7, 0, 5].map((length) => "x".repeat(length));
    const path = await written(...texts.map((words) => userRecord(words)));
    const { conversation } = await readTranscript(path);
    expect(conversation).toEqual(texts.map(userMessage));
  });
});

const text = (words: string) => ({ type: "text", text: words }) as const;
