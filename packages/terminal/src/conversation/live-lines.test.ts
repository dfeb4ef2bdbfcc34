import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import type { RunningAgent, RunningCall } from "../state/screen-state.ts";
import { evil } from "../testing/evil.ts";
import type { StyledLine } from "../text/styled-line.ts";
import { agentLines, answerTail, callLines, pendingLines, thinkingLines } from "./live-lines.ts";
import { liveRows } from "./live-rows.ts";
import { taskLines } from "./task-lines.ts";

const shown = (rows: readonly StyledLine[]) =>
  rows.map((row) => row.map(({ text }) => text).join(""));

const call = (input: unknown, name = "Bash"): RunningCall => ({
  id: "1",
  name,
  input,
  inputForHooks: input,
  since: 0,
  notes: [],
  decisions: {},
});

const agent = (more: Partial<RunningAgent> = {}): RunningAgent => ({
  id: "x",
  type: "Explore",
  description: "look around",
  parentCallId: "1",
  since: 0,
  calls: 1,
  lastCall: "Bash ls",
  inBackground: false,
  ...more,
});

describe("what changes in the conversation", () => {
  it("running calls have a row each, with the time they take", () => {
    const at = { cwd: "/p", columns: 60 };
    expect(shown(callLines([call({ command: "ls" })], { ...at, now: 900 }))).toEqual([
      "○ Bash(ls)",
    ]);
    expect(shown(callLines([call({ command: "a\nb" })], { ...at, now: 65_000 }))).toEqual([
      "○ Bash(a\\nb) · 1 min 5 s",
    ]);
    const many = Array.from({ length: 9 }, () => call({ command: `x ${evil}`.repeat(20) }));
    const rows = shown(callLines(many, { ...at, now: 5000 }));
    expect(rows).toHaveLength(5);
    expect(rows.at(-1)).toBe("  … 5 more calls");
    for (const row of rows) expect(stringWidth(row)).toBeLessThanOrEqual(60);
  });

  it("agents have a row each", () => {
    const at = { now: 3000, columns: 100 };
    expect(shown(agentLines([agent(), agent({ inBackground: true, calls: 2 })], at))).toEqual([
      "◇ Explore: look around · 1 call · 3 s · Bash ls",
      "◇ Explore: look around · in the background · 2 calls · 3 s · Bash ls",
    ]);
    const rows = shown(
      agentLines([agent({ description: evil.repeat(9) })], { ...at, columns: 60 }),
    );
    expect(stringWidth(rows[0] ?? "")).toBeLessThanOrEqual(60);
  });

  it("open tasks are listed: those in progress first, and how many are done", () => {
    const tasks = [
      { subject: "one", status: "completed" },
      { subject: "two", status: "pending" },
      { subject: "three", activeForm: "doing three", status: "in_progress" },
    ] as const;
    expect(shown(taskLines(tasks, 60))).toEqual(["▸ doing three", "☐ two", "  1 of 3 done"]);
    expect(taskLines([{ subject: "one", status: "completed" }], 60)).toEqual([]);
  });

  it("of a long answer the end is shown, of a long prompt the beginning", () => {
    const text = Array.from({ length: 50 }, (_, index) => `line ${index}`).join("\n");
    expect(shown(answerTail(text, 60, 3))).toEqual(["│ line 47", "│ line 48", "│ line 49"]);
    expect(answerTail(text, 60, 0)).toEqual([]);
    expect(shown(pendingLines(text, 60, 3))).toEqual(["> line 0", "  line 1", "  …"]);
    expect(shown(thinkingLines("one\ntwo", 60))).toEqual(["│ two"]);
  });

  it("with the input and the lines below it, the screen is never full", () => {
    for (let rows = 8; rows < 100; rows++) {
      const input = Math.max(1, Math.floor(rows / 3)) + 2;
      const below = 2;
      expect(liveRows(rows, false) + input + below).toBeLessThanOrEqual(Math.max(rows - 1, 7));
    }
    expect(liveRows(40, true)).toBe(0);
  });
});
