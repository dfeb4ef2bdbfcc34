import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { timelineOf } from "./build-timeline.ts";
import { readTrace } from "./read-trace.ts";
import { recordAt, refusalAt, traceFile } from "./testing.ts";
import { TraceFileError } from "./trace-lines.ts";

const stamp = { uuid: "u", timestamp: "2026-03-01T10:00:00.100Z", session_id: "s" };

describe("a file with lines that cannot be used", () => {
  it("names each line and why, and reads the others", () => {
    const { lookedAt: _, ...incomplete } = recordAt(0);
    const file = traceFile(
      [
        recordAt(0),
        "<html>",
        { ...recordAt(1), version: 2 },
        incomplete,
        { hello: "world" },
        "[1]",
        { ...recordAt(2), time: "yesterday" },
        "",
        refusalAt(3),
        JSON.stringify(recordAt(4)).slice(0, 100),
      ],
      "",
    );
    const { events, problems } = readTrace(file);
    expect(events.map(({ event }) => event.action)).toEqual(["proceed", "refuse"]);
    expect(problems.map(({ line, message }) => [line, message])).toEqual([
      [2, "this is not JSON; the line is skipped"],
      [3, expect.stringContaining("not a record of a trace: version")],
      [4, expect.stringContaining("not a record of a trace: lookedAt")],
      [5, expect.stringContaining("neither a record of a trace")],
      [6, expect.stringContaining("neither a record of a trace")],
      [7, "a time is not a date; the line is skipped"],
      [10, expect.stringContaining("the line is cut off")],
    ]);
    expect(new Set(problems.map((problem) => problem.file))).toEqual(new Set([file]));
  });

  it("never throws, whatever the lines are", () => {
    const line = fc.oneof(fc.string(), fc.json(), fc.constant(JSON.stringify(recordAt(0))));
    const typed = fc
      .record({ type: fc.constantFrom("hook", "user", "x"), event: fc.anything() })
      .map((value) => JSON.stringify({ ...stamp, ...value }) ?? "");
    fc.assert(
      fc.property(fc.array(fc.oneof(line, typed), { maxLength: 5 }), (lines) => {
        const flat = lines.map((one) => one.replaceAll("\n", " "));
        const { turns, problems } = timelineOf([traceFile(flat)]);
        expect(turns.length + problems.length).toBeLessThanOrEqual(2 * flat.length);
      }),
      { numRuns: 50 },
    );
  });

  it("reads line separators inside a text, a byte order mark and an empty file", () => {
    const text = "one\u2028two\u2029three\r";
    const file = traceFile([`\uFEFF${JSON.stringify(recordAt(0, { input: { text } }))}`]);
    expect(readTrace(file).events[0]?.event.input).toEqual({ text });
    expect(readTrace(traceFile([], ""))).toEqual({ events: [], problems: [] });
  });

  it("refuses what is not a regular file, without waiting for a pipe", () => {
    const folder = dirname(traceFile([]));
    execFileSync("sh", ["-c", "mkfifo pipe"], { cwd: folder });
    for (const [name, why] of [
      ["pipe", "not a regular file"],
      [".", "not a regular file"],
      ["missing", "there is no such file"],
    ] as const) {
      const read = () => readTrace(join(folder, name));
      expect(read).toThrow(TraceFileError);
      expect(read).toThrow(why);
    }
  });
});

it("G9 a transcript has its hooks with times and decisions, and says that a trace has more", () => {
  const run = (event: string, id: string, more: object) => ({
    ...{ type: "hook", subtype: "run", event, hook_id: id, label: `${id}.sh`, ending: "success" },
    ...{ end: "exited", exit_code: 0, duration_ms: 20, ...stamp, ...more },
  });
  const content = [
    { type: "text", text: '<hook event="SessionStart">rules</hook>' },
    { type: "text", text: "Tidy up" },
  ];
  const { turns, problems } = timelineOf([
    traceFile([
      { type: "system", subtype: "init", ...stamp },
      run("SessionStart", "rules", {}),
      { type: "user", message: { role: "user", content }, ...stamp },
      run("PreToolUse", "guard", { exit_code: 2, ending: "blocking" }),
      run("PreToolUse", "other", { end: "timedOut", exit_code: undefined }),
      {
        ...{ type: "hook", subtype: "outcome", event: "PreToolUse", action: "refuse" },
        ...{ decided_by: ["guard"], ...stamp, timestamp: "2026-03-01T10:00:00.130Z" },
      },
      run("Stop", "tests", { timestamp: "2026-03-01T10:00:00.900Z" }),
    ]),
  ]);
  expect(problems).toEqual([]);
  expect(turns.map(({ prompt, events }) => [prompt, events.length])).toEqual([
    [null, 1],
    ["Tidy up", 2],
  ]);
  expect(turns[1]?.events[0]).toMatchObject({
    event: "PreToolUse",
    action: "refuse",
    changed: ["refused"],
    durationMs: 50,
    runs: [
      { label: "guard.sh", ended: "exit 2", changed: ["refused"], repeat: null },
      { label: "other.sh", ended: "timed out", changed: [] },
    ],
  });
  expect(turns[1]?.events[0]?.runs[0]?.repeatNote).toContain("use a trace");
});
