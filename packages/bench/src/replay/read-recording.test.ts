import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { Diagnostic } from "@snaphook/engine";
import { describe, expect, it, onTestFinished } from "vitest";
import { findRecordings } from "./find-recordings.ts";
import { readRecording } from "./read-recording.ts";
import type { RecordedEvent } from "./recorded-event.ts";
import { asLines, claudeTranscript } from "./testing.ts";

function folder() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "recording-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  return base;
}

async function read(content: string | Buffer, known = new Set<string>()) {
  const file = join(folder(), "recording.jsonl");
  writeFileSync(file, content);
  const problems: Diagnostic[] = [];
  const notReplayed: string[] = [];
  const events: RecordedEvent[] = [];
  const reading = readRecording(file, {
    known,
    problem: (problem) => void problems.push(problem),
    notReplayed: (because) => void notReplayed.push(because),
    progress: () => {},
  });
  let step = await reading.next();
  for (; !step.done; step = await reading.next()) events.push(step.value);
  return {
    recording: step.value,
    events,
    notReplayed,
    problems: problems.map(({ level, place, message }) => `${level} ${place.line}: ${message}`),
  };
}

const { prompt, call, result } = claudeTranscript("/project");

describe("a transcript of Claude Code", () => {
  it("has the user's prompts and the model's calls; other messages are not events", async () => {
    const { events, recording, problems, notReplayed } = await read(
      asLines(
        '\uFEFF{"type":"summary","summary":"a session","leafUuid":"x"}',
        prompt("fix the test"),
        call("Bash", { command: "npm test" }),
        result("ok"),
        prompt("Stop hook feedback: go on", { isMeta: true }),
        prompt("This session continues another one", { isCompactSummary: true }),
        prompt("<local-command-stdout>cleared</local-command-stdout>"),
        prompt("[Request interrupted by user]"),
        '{"type":"queue-operation","operation":"enqueue"}',
        call("Read", { file_path: "/project/a.ts" }),
      ),
    );
    expect(problems).toEqual([]);
    expect(recording).toMatchObject({ format: "transcript", sessions: 1, events: 3 });
    expect(notReplayed).toHaveLength(7);
    expect(notReplayed.filter((because) => because === "results of tools")).toHaveLength(1);
    expect(events.map(({ line, event, fields }) => [line, event, fields])).toMatchObject([
      [2, "UserPromptSubmit", { prompt: "fix the test" }],
      [3, "PreToolUse", { tool_name: "Bash", tool_input: { command: "npm test" } }],
      [10, "PreToolUse", { tool_name: "Read", tool_input: { file_path: "/project/a.ts" } }],
    ]);
    expect(events[0]).toMatchObject({ root: "/project", cwd: "/project", session: "session-1" });
  });

  it("says what it does not replay: slash commands, and the prompts of subagents", async () => {
    const { events, notReplayed } = await read(
      asLines(
        prompt("<command-name>/deploy</command-name>"),
        prompt("look for files", { isSidechain: true }),
        call("Glob", { pattern: "*" }, { isSidechain: true, agentId: "a1" }),
      ),
    );
    expect(notReplayed).toHaveLength(2);
    expect(events).toMatchObject([{ event: "PreToolUse", fields: { agent_id: "a1" } }]);
  });

  it("JSON that is nested too deeply is a problem of its line; problems that are only counted name a line", async () => {
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    const nested = `{"type":"assistant","sessionId":"s","message":{"content":[{"type":"tool_use","id":"1","name":"X","input":{"a":${deep}}}]}}`;
    const { events, problems } = await read(
      asLines(prompt("one"), ...Array.from({ length: 8 }, () => nested), prompt("two")),
    );
    expect(events).toHaveLength(2);
    expect(problems[0]).toBe("error 2: its JSON is nested too deeply");
    expect(problems.at(-1)).toBe("error 7: from here on, 3 more lines have problems");
  });

  it("a record that another file has too is replayed once", async () => {
    const known = new Set<string>();
    const lines = asLines(prompt("one"), call("Bash", { command: "ls" }));
    expect((await read(lines, known)).events).toHaveLength(2);
    const again = await read(lines, known);
    expect(again.events).toEqual([]);
    expect(again.notReplayed).toHaveLength(2);
  });
});

it("a transcript of ours has the prompt without mentioned files and texts of hooks", async () => {
  const stamp = { session_id: "s", timestamp: "t" };
  const record = (value: object) => JSON.stringify({ ...value, ...stamp });
  const { events, problems } = await read(
    asLines(
      record({ type: "system", subtype: "init", cwd: "/project", profile: "reference" }),
      record({
        type: "user",
        message: {
          role: "user",
          content: [
            { type: "text", text: "The prompt below mentions a.ts:\n\nx" },
            { type: "text", text: "explain @a.ts" },
            { type: "text", text: '<hook event="UserPromptSubmit">note</hook>' },
          ],
        },
      }),
      record({ type: "user", synthetic: true, message: { role: "user", content: "go on" } }),
      record({ type: "hook", subtype: "outcome", event: "PreToolUse", action: "refuse" }),
      record({
        type: "assistant",
        message: {
          role: "assistant",
          content: [{ type: "tool_use", id: "c", name: "Bash", input: { command: "ls" } }],
        },
      }),
    ),
  );
  expect(problems).toEqual([]);
  expect(events).toMatchObject([
    { event: "UserPromptSubmit", fields: { prompt: "explain @a.ts" }, root: "/project" },
    { event: "PreToolUse", fields: { tool_name: "Bash" }, cwd: "/project" },
  ]);
});

describe("bad input", () => {
  const good = call("Bash", { command: "ls" });

  it.each([
    ["an empty file", "", ["error 1: the file is empty"]],
    ["a binary file", Buffer.from([1, 0, 2, 10]), ["error 1: it is not text"]],
    ["a text", "hello\n", ["error 1: the line is not a JSON object"]],
    [
      "lines of another program",
      asLines('{"a":1}', '{"b":2}', '{"c":3}'),
      ["error 1: no line is a record of a trace or a transcript"],
    ],
    ["JSON that is not in lines", '[\n  {"a": 1}\n]\n', [/^error 1: no line is a record/]],
  ])("%s is reported", async (_, content, expected) => {
    const { events, recording, problems } = await read(content);
    expect(events).toEqual([]);
    expect(recording.format).toBe("unknown");
    expect(problems).toEqual(
      expected.map((text) => (typeof text === "string" ? text : expect.stringMatching(text))),
    );
  });

  it("a last line that was cut off is a warning", async () => {
    const { events, problems } = await read(`${good}\n${good.slice(0, 40)}`);
    expect(events).toHaveLength(1);
    expect(problems).toEqual(["warning 2: the last line is cut off"]);
  });

  it("broken lines are reported with their number, up to a limit, and the rest is read", async () => {
    const broken = Array.from({ length: 8 }, () => "{");
    const nameless = JSON.stringify({
      type: "assistant",
      sessionId: "s",
      message: { role: "assistant", content: [{ type: "tool_use", id: "x", input: {} }] },
    });
    const { events, problems } = await read(asLines(good, nameless, ...broken, prompt("hello")));
    expect(events.map(({ line }) => line)).toEqual([1, 11]);
    expect(problems[0]).toBe("error 2: a tool call has no name, or its input is not an object");
    expect(problems[1]).toBe("error 3: the line is not a JSON object");
    expect(problems.at(-1)).toBe("error 7: from here on, 4 more lines have problems");
    expect(problems).toHaveLength(6);
  });

  it("a trace of a later version, or without an outcome, is reported", async () => {
    const record = { version: 1, kind: "dispatch", event: "PreToolUse", session: "s" };
    const { problems } = await read(
      asLines(
        JSON.stringify({ ...record, version: 2 }),
        JSON.stringify({ ...record, input: {} }),
        JSON.stringify({ ...record, event: "Unheard" }),
      ),
    );
    expect(problems).toEqual([
      "error 1: version 2 of the trace format is unknown",
      "error 2: the record has no input or no outcome",
      'error 3: unknown event "Unheard"',
    ]);
  });

  it("a folder is searched with all folders in it, also for rotated traces; links are not followed", () => {
    const base = folder();
    mkdirSync(join(base, "b/c"), { recursive: true });
    for (const name of ["b/c/x.jsonl", "b/trace.jsonl.1", "b/notes.txt", "a.jsonl"])
      writeFileSync(join(base, name), "");
    symlinkSync(base, join(base, "b/loop"));
    const { recordings, problems } = findRecordings([base, join(base, "a.jsonl")], base);
    expect(problems).toEqual([]);
    expect(recordings.map(({ file }) => relative(base, file))).toEqual([
      "a.jsonl",
      "b/c/x.jsonl",
      "b/trace.jsonl.1",
    ]);
  });

  it("a path that does not exist, and a folder without recordings, are reported", () => {
    const base = folder();
    writeFileSync(join(base, "notes.txt"), "");
    const { recordings, problems } = findRecordings([base, "gone.jsonl"], base);
    expect(recordings).toEqual([]);
    expect(problems.map(({ message }) => message)).toEqual([
      "no file in this folder has a name that ends in .jsonl",
      "it does not exist",
    ]);
  });
});
