import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TraceRecord } from "@snaphook/protocol";
import { onTestFinished } from "vitest";

type Run = TraceRecord["ran"][number];
type Outcome = NonNullable<TraceRecord["outcome"]>;

/** The time of the first record of a test. */
const begin = Date.parse("2026-03-01T10:00:00.000Z");

const at = (ms: number): string => new Date(begin + ms).toISOString();

/** A run of a command, `ms` after the first record. */
export const ranAt = (ms: number, more: Partial<Run> = {}): Run => ({
  id: "hook1",
  label: "guard.sh",
  order: 0,
  type: "command",
  scope: "user",
  source: "/project/.claude/settings.json:3",
  startedAt: at(ms),
  durationMs: 20,
  end: { how: "exited", code: 0 },
  stdout: { text: "", bytes: 0, complete: true },
  stderr: { text: "", bytes: 0, complete: true },
  ending: "success",
  decision: "none",
  rewrote: false,
  notes: [],
  ...more,
});

/** The outcome of an event on which hooks had no opinion. */
export const undecided = (more: Partial<Outcome> = {}): Outcome => ({
  action: "proceed",
  permission: "undecided",
  turn: "continue",
  messages: [],
  decidedBy: [],
  overruled: [],
  fields: {},
  ...more,
});

/** A record of a PreToolUse event, `ms` after the first one. */
export const recordAt = (ms: number, more: Partial<TraceRecord> = {}): TraceRecord => ({
  version: 1,
  kind: "dispatch",
  time: at(ms),
  durationMs: 30,
  profile: "reference",
  event: "PreToolUse",
  session: "session-1",
  toolUseId: "call_1",
  input: { prompt_id: "p1", tool_name: "Bash", tool_input: { command: "ls" } },
  lookedAt: 1,
  ran: [],
  held: [],
  merged: [],
  notMatched: [],
  outcome: undecided(),
  ...more,
});

/** A guard that refuses a call. */
export function refusalAt(ms: number, more: Partial<TraceRecord> = {}): TraceRecord {
  const hook = { id: "hook1", label: "guard.sh" };
  const { permission: _, ...outcome } = undecided();
  return recordAt(ms, {
    ran: [ranAt(ms + 5, { end: { how: "exited", code: 2 }, ending: "blocking", decision: "deny" })],
    outcome: {
      ...outcome,
      action: "refuse",
      reasons: ["not here"],
      decidedBy: [hook],
      messages: [
        { audience: "model", kind: "reason", text: "not here", hook },
        { audience: "user", kind: "reason", text: "the call is refused: not here", hook },
        { audience: "log", kind: "stderr", text: "not here", hook },
      ],
    },
    ...more,
  });
}

/** A file with these lines, removed when the test has finished. */
export function traceFile(lines: readonly (object | string)[], end = "\n"): string {
  const folder = mkdtempSync(join(tmpdir(), "trace-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "trace.jsonl");
  const texts = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  writeFileSync(file, texts.join("\n") + end);
  return file;
}
