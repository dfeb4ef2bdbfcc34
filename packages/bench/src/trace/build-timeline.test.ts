import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { timelineOf } from "./build-timeline.ts";
import { ranAt, recordAt, refusalAt, traceFile, undecided } from "./testing.ts";

const hook = { id: "hook1", label: "guard.sh" };

describe("a timeline", () => {
  it("has a turn for each prompt, with times since the start of the turn", () => {
    const file = traceFile([
      recordAt(0, { event: "SessionStart", input: { source: "startup" } }),
      recordAt(100, { event: "UserPromptSubmit", input: { prompt_id: "p1", prompt: "Tidy up" } }),
      refusalAt(150),
      recordAt(500, { event: "UserPromptSubmit", input: { prompt_id: "p2", prompt: "And now?" } }),
      recordAt(600, { event: "SessionEnd", input: { prompt_id: "p2", reason: "other" } }),
    ]);
    const { turns, problems } = timelineOf([file]);
    expect(problems).toEqual([]);
    expect(turns.map(({ prompt, events }) => [prompt, events.map(({ event }) => event)])).toEqual([
      [null, ["SessionStart"]],
      ["Tidy up", ["UserPromptSubmit", "PreToolUse"]],
      ["And now?", ["UserPromptSubmit", "SessionEnd"]],
    ]);
    expect(turns[1]).toMatchObject({
      time: "2026-03-01T10:00:00.100Z",
      durationMs: 80,
      events: [{ startMs: 0 }, { startMs: 50, subject: "Bash", runs: [{ startMs: 55 }] }],
    });
  });

  it("starts a turn at each prompt of a host that gives prompts no id, and keeps sessions apart", () => {
    const prompt = (ms: number, session: string, text: string) =>
      recordAt(ms, { event: "UserPromptSubmit", session, input: { prompt: text } });
    const call = (ms: number, session: string) => recordAt(ms, { session, input: {} });
    const { turns } = timelineOf([
      traceFile([prompt(0, "a", "one"), prompt(1, "b", "other"), call(2, "a")]),
      traceFile([prompt(3, "a", "two"), call(4, "b"), call(5, "a")]),
    ]);
    expect(turns.map(({ session, prompt, events }) => [session, prompt, events.length])).toEqual([
      ["a", "one", 2],
      ["b", "other", 2],
      ["a", "two", 2],
    ]);
  });

  it("says what hooks changed, and nothing if everything would have happened without them", () => {
    const { permission: _, ...decided } = undecided({ decidedBy: [hook] });
    const context = { audience: "model", kind: "context", text: "mind the gap", hook } as const;
    const changedBy = (outcome: Partial<ReturnType<typeof undecided>>) => {
      const record = recordAt(0, { ran: [ranAt(0)], outcome: { ...decided, ...outcome } });
      return timelineOf([traceFile([record])]).turns[0]?.events[0]?.changed;
    };
    expect(changedBy({ ...undecided() })).toEqual([]);
    expect(changedBy({ permission: "granted" })).toEqual(["allowed"]);
    expect(changedBy({ action: "refuse" })).toEqual(["refused"]);
    expect(changedBy({ action: "ask" })).toEqual(["asks the user"]);
    expect(changedBy({ action: "continue", turn: "stop" })).toEqual([
      "blocked",
      "stopped the turn",
    ]);
    expect(changedBy({ ...undecided(), rewrittenInput: {} })).toEqual(["rewrote the input"]);
    expect(changedBy({ ...undecided(), fields: { title: "x" } })).toEqual(["set title"]);
    expect(changedBy({ ...undecided(), messages: [context] })).toEqual(["text for the model"]);
  });

  it("E4 shows who answered a permission question, and an answer of hooks that came too late", () => {
    const asked = { event: "PermissionRequest", input: { tool_name: "Bash" } };
    const answer = { behavior: "allow", counts: true } as const;
    const { outcome: _, ...answered } = recordAt(0, { ...asked, kind: "answer", answer });
    const late = recordAt(1, {
      ...asked,
      ran: [ranAt(1)],
      overridden: "the user had answered before",
      outcome: undecided({ action: "deny", decidedBy: [hook] }),
    });
    const { turns } = timelineOf([traceFile([answered, late])]);
    expect(turns[0]?.events.map(({ action, changed }) => [action, changed])).toEqual([
      ["allow", ["the user's answer"]],
      ["deny", ["had no effect: the user had answered before"]],
    ]);
  });

  it("separates what the model, the user and nobody sees", () => {
    const [event] = timelineOf([traceFile([refusalAt(0)])]).turns[0]?.events ?? [];
    expect(event?.messages.map(({ audience, text }) => [audience, text])).toEqual([
      ["model", "not here"],
      ["user", "the call is refused: not here"],
      ["nobody", "not here"],
    ]);
  });

  it("keeps hooks that did not run, and why", () => {
    const record = recordAt(0, {
      held: [{ ...hook, reason: "untrusted", because: "it is not trusted" }],
      merged: [{ ...hook, into: "hook2" }],
      notMatched: [{ ...hook, reason: "matcher", because: "it is for Edit" }],
    });
    const [event] = timelineOf([traceFile([record])]).turns[0]?.events ?? [];
    expect(event?.skipped.map(({ held, because }) => [held, because])).toEqual([
      [true, "it is not trusted"],
      [false, "the same hook ran already: hook2"],
      [false, "it is for Edit"],
    ]);
  });

  it("has the command that repeats a run, and it works", () => {
    const folder = dirname(traceFile([]));
    const cwd = join(folder, "it's here");
    mkdirSync(cwd);
    const started = {
      program: "/bin/sh",
      args: ["-c", 'cat; pwd; echo "$CLAUDE_PROJECT_DIR"'],
      cwd,
      variables: { CLAUDE_PROJECT_DIR: "/my project" },
    };
    const input = { tool_name: "Bash", tool_input: { command: "echo 'a'\u001b" } };
    const record = recordAt(0, { input, ran: [ranAt(0, { started })] });
    const [run] = timelineOf([traceFile([record])]).turns[0]?.events[0]?.runs ?? [];
    expect(run?.repeatNote).toBe("");
    const [json = "", ...rest] = execFileSync("sh", ["-c", run?.repeat ?? "exit 9"], {
      encoding: "utf8",
    }).split("\n");
    expect(JSON.parse(json)).toEqual(input);
    expect(rest).toEqual([cwd, "/my project", ""]);
  });

  it.each([
    [undefined, {}, null, "no process was started"],
    [true, { a: "x".repeat(5000) }, null, "the input is too long for a command line"],
    [true, { token: "[redacted]" }, "cd", "put them back"],
    [true, { a: "long…[cut: 9 characters in all]" }, "cd", "put them back"],
  ])(
    "says what is wrong with the command that repeats a run (%#)",
    (isStarted, input, repeat, note) => {
      const started = { program: "true", args: [], cwd: "/", variables: {} };
      const record = recordAt(0, { input, ran: [ranAt(0, isStarted ? { started } : {})] });
      const [run] = timelineOf([traceFile([record])]).turns[0]?.events[0]?.runs ?? [];
      expect(run?.repeat?.slice(0, 2) ?? null).toBe(repeat);
      expect(run?.repeatNote).toContain(note);
    },
  );

  it("P12 places a run in the background where it ran, not where it ended", () => {
    const { outcome: _, ...base } = recordAt(900, { kind: "background", durationMs: 800 });
    const record = { ...base, ran: [ranAt(100, { durationMs: 800 })] };
    const { turns } = timelineOf([traceFile([recordAt(0), record])]);
    expect(turns[0]).toMatchObject({
      durationMs: 900,
      events: [{ action: "proceed" }, { action: "background", startMs: 100, changed: [] }],
    });
  });
});
