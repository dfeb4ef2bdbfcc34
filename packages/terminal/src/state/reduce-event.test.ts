import type { AgentEvent } from "@snaphook/agent";
import { describe, expect, it } from "vitest";
import {
  callEnded,
  callNotStarted,
  callStarted,
  hookEnded,
  hookNamed,
  hookStarted,
  outcomeOf,
  said,
  stateAfter,
} from "../testing/agent-events.ts";
import type { Entry, ToolEntry } from "./entry.ts";
import { reduce } from "./reduce.ts";
import type { ScreenState } from "./screen-state.ts";

const last = ({ entries }: ScreenState): Entry | undefined => entries.at(-1);
const bash = callStarted("1", "Bash", { command: "ls -la" });

describe("calls", () => {
  it("a call that ended shows what it was about, its first lines, and how many more there are", () => {
    const text = Array.from({ length: 17 }, (_, index) => `line ${index}`).join("\n");
    const state = stateAfter([bash, callEnded("1", "Bash", text)]);
    expect(state.calls).toEqual([]);
    expect(last(state)).toMatchObject({
      kind: "tool",
      subject: "ls -la",
      ran: true,
      result: { lines: ["line 0", "line 1", "line 2", "line 3", "line 4"], more: 12 },
      durationMs: 1000,
    });
  });

  it("a call that changed a file shows the difference, with line numbers", () => {
    const structuredPatch = [
      { oldStart: 3, newStart: 3, oldLines: 1, newLines: 1, lines: [" a", "-b", "+c"] },
      { oldStart: 9, newStart: 9, oldLines: 1, newLines: 2, lines: ["+d"] },
    ];
    const state = stateAfter([
      callStarted("1", "Edit", { file_path: "/project/src/a.ts" }),
      callEnded("1", "Edit", "changed", { response: { structuredPatch } }),
    ]);
    expect(last(state)).toMatchObject({
      subject: "src/a.ts",
      diff: [
        { sign: " ", text: "a", before: 3, after: 3 },
        { sign: "-", text: "b", before: 4 },
        { sign: "+", text: "c", after: 4 },
        { sign: "…" },
        { sign: "+", text: "d", after: 9 },
      ],
    });
  });

  it("a response that a hook replaced by anything is no difference", () => {
    for (const response of [null, 1, "x", [], { structuredPatch: 1 }, { structuredPatch: [{}] }]) {
      const state = stateAfter([bash, callEnded("1", "Write", "text", { response })]);
      expect((last(state) as ToolEntry).result.lines).toEqual(["text"]);
    }
  });

  it("what is kept of a call is small, however long its result is", () => {
    const state = stateAfter([
      callStarted("1", "Bash", { command: "x".repeat(100_000) }),
      callEnded("1", "Bash", "y".repeat(5_000_000)),
    ]);
    expect(JSON.stringify(last(state)).length).toBeLessThan(5000);
  });
});

describe("hooks of a call", () => {
  const notes = (...events: readonly AgentEvent[]) => {
    const state = stateAfter([bash, ...events, callEnded("1", "Bash", "done")]);
    expect(state.entries).toHaveLength(1);
    return (last(state) as ToolEntry).notes.map(({ text }) => text);
  };

  it("nothing happened: nothing is shown", () => {
    expect(
      notes(
        hookStarted({ label: "guard", callId: "1" }),
        hookEnded({ label: "guard", callId: "1" }),
        outcomeOf({ input: { command: "ls -la" } }, "1"),
      ),
    ).toEqual([]);
  });

  it("a refusal is the reason why the call did not run, once", () => {
    const refused = {
      ...said("guard", "reason", "refused: Bash (ls -la): guard: no", { callId: "1" }),
      withoutCall: "guard: no; to turn this hook off: disable it",
    } as AgentEvent;
    const state = stateAfter([
      bash,
      outcomeOf({ action: "refuse", reasons: ["no"], decidedBy: [hookNamed("guard")] }, "1"),
      refused,
      callEnded("1", "Bash", "PreToolUse:Bash hook error: no", { ran: false, isError: true }),
    ]);
    expect(last(state)).toMatchObject({
      ran: false,
      notes: [{ text: "not run: guard: no; to turn this hook off: disable it" }],
      result: { lines: [] },
    });
  });

  it("E17 why it could not start, though no hook ran for it", () => {
    const state = stateAfter([
      callNotStarted("1", "Edit", { file_path: "/project/f.txt" }, "not read"),
    ]);
    expect(state.calls).toEqual([]);
    expect(state.entries).toMatchObject([
      {
        kind: "tool",
        name: "Edit",
        subject: "f.txt",
        ran: false,
        notes: [{ text: "not run: not read", saysWhy: true }],
        result: { lines: [] },
      },
    ]);
  });

  it("who allowed it, with the reason if there is one", () => {
    const granted = { permission: "granted", decidedBy: [hookNamed("guard")] } as const;
    const input = { command: "ls -la" };
    expect(notes(outcomeOf({ ...granted, input }, "1"))).toEqual([
      "allowed by guard (PreToolUse:Bash)",
    ]);
    const message = { audience: "user", kind: "reason", text: "fine", hook: hookNamed("guard") };
    expect(
      notes(
        outcomeOf({ ...granted, input, messages: [message] } as never, "1"),
        said("guard", "reason", "fine", { callId: "1" }),
      ),
    ).toEqual(["allowed by guard (PreToolUse:Bash): fine"]);
    expect(
      notes(
        outcomeOf(
          {
            event: "PermissionRequest",
            kind: "permission",
            action: "allow",
            input,
            decidedBy: [hookNamed("guard")],
          },
          "1",
        ),
      ),
    ).toEqual(["allowed by guard (PermissionRequest:Bash)"]);
  });

  it("which part of the input was changed, and by whom", () => {
    const input = { command: "ls", timeout: 1 };
    expect(notes(outcomeOf({ input, rewrittenBy: [hookNamed("rewriter")] }, "1"))).toEqual([
      "input changed by rewriter: command, timeout; Ctrl+O shows the difference",
    ]);
  });

  it("V11 an input that hooks get in another form is not a change, and a rewrite is compared with that form", () => {
    const plan = callStarted("1", "ExitPlanMode", { plan: "tests" }, { inputForHooks: {} });
    const asked = { event: "PermissionRequest", kind: "permission", action: "allow" } as const;
    const rewriter = { rewrittenBy: [hookNamed("rewriter")] };
    const notesOf = (...events: readonly AgentEvent[]) =>
      stateAfter([plan, ...events]).calls[0]?.notes.map(({ text }) => text);
    expect(notesOf(outcomeOf({ input: {} }, "1"), outcomeOf({ ...asked, input: {} }, "1"))).toEqual(
      [],
    );
    const rewritten = outcomeOf({ input: { allowedPrompts: [] }, ...rewriter }, "1");
    const again = outcomeOf({ ...asked, input: { allowedPrompts: [] }, ...rewriter }, "1");
    expect(notesOf(rewritten, again)).toEqual([
      "input changed by rewriter: allowedPrompts; Ctrl+O shows the difference",
    ]);
  });

  it("that the result was replaced", () => {
    const replaced = outcomeOf(
      {
        event: "PostToolUse",
        kind: "result",
        action: "continue",
        fields: { updatedToolOutput: "x" },
      },
      "1",
    );
    expect(notes(replaced)).toEqual([
      "the result was replaced by a PostToolUse:Bash hook; Ctrl+O shows it",
    ]);
  });

  it("messages, failures and stops name the event and the hook; scripts of the project are short", () => {
    const script = '"$CLAUDE_PROJECT_DIR"/hooks/check.sh';
    expect(
      notes(
        said(script, "system-message", "look out", { callId: "1" }),
        said(
          script,
          "failure",
          `${script}: exit 1: boom (to repeat it: run PreToolUse --tool Bash)`,
          { callId: "1", event: "PostToolUse" },
        ),
        said(script, "stop-reason", "enough", { callId: "1" }),
      ),
    ).toEqual([
      "PreToolUse:Bash says: look out (hooks/check.sh)",
      "PostToolUse:Bash hook: hooks/check.sh: exit 1: boom (Ctrl+O shows how to repeat it)",
      "PreToolUse:Bash stopped the turn: enough (hooks/check.sh)",
    ]);
  });
});

it("what lets a turn continue and what hooks of a compaction print is shown; other output is not", () => {
  const hook = { label: "check.sh" };
  const shown = (event: string, more: object, messages: readonly object[]) =>
    stateAfter([
      outcomeOf({
        event,
        ...more,
        messages: messages.map((message) => ({ hook, ...message })),
      } as never),
    ]).entries.map((entry) => "text" in entry && entry.text);
  const context = { audience: "model", kind: "context", text: "run the tests" };
  const stdout = { audience: "verbose", kind: "stdout", text: "kept\n" };
  const instructions = { audience: "model", kind: "instructions", text: "kept\n" };
  const turnEnd = { kind: "turn-end", action: "continue" };
  const gate = { kind: "gate", action: "proceed" };
  expect(shown("Stop", turnEnd, [context, stdout])).toEqual(["Stop hook: check.sh: run the tests"]);
  expect(shown("PreCompact", gate, [instructions, stdout])).toEqual([
    "PreCompact hook: check.sh: kept",
  ]);
  expect(shown("PostCompact", { kind: "notice" }, [stdout])).toEqual([
    "PostCompact hook: check.sh: kept",
  ]);
  expect(shown("PreCompact", gate, [{ ...stdout, audience: "log" }])).toEqual([]);
  expect(shown("UserPromptSubmit", gate, [context, stdout])).toEqual([]);
});

it("Q1 what another profile would do is in the details, not in the conversation", () => {
  const text = "PreCompact, check.sh: the profile reference differs: proceed";
  const state = stateAfter([{ type: "notice", level: "info", text, isDivergence: true }]);
  expect(state.entries).toEqual([]);
  expect(state.startNotes).toEqual([]);
  expect(state.details.turns.at(-1)?.items).toMatchObject([{ kind: "notice", text }]);
});

it("G8 /clear begins a conversation without tokens; what hooks said about the end of the old one stays", () => {
  const init = { type: "init", source: "clear" } as AgentEvent;
  const state = stateAfter([
    { type: "entry", entry: { kind: "answer", markdown: "old" } },
    { type: "compacted", trigger: "manual", preTokens: 99, postTokens: 36, messages: [] },
    { type: "turn-started", prompt: "/clear" },
    said("end.sh", "failure", "broken", { event: "SessionEnd" }),
    init,
    { type: "redraw" },
  ]);
  expect(state.contextTokens).toBeUndefined();
  expect(state.entries.slice(state.redraw.from)).toMatchObject([
    { kind: "prompt", text: "/clear" },
    { level: "warning" },
    { kind: "notice", text: "conversation cleared; /resume shows earlier ones" },
  ]);
});

it("a long label is named once, by its beginning", () => {
  const label = `while true; do ${"x".repeat(100)}; done`;
  const state = stateAfter([
    bash,
    said(label, "failure", `${label.slice(0, 80)}…: exit 1`, { callId: "1" }),
    callEnded("1", "Bash", ""),
  ]);
  expect((last(state) as ToolEntry).notes[0]?.text).toBe(
    `PreToolUse:Bash hook: ${label.slice(0, 60)}…: exit 1`,
  );
});

it("P14 hooks of an event stay until the last has ended, and background hooks until they end", () => {
  const running = (...events: readonly AgentEvent[]) =>
    stateAfter(events).hooks.map(({ label, isDone, inBackground }) => [
      label,
      isDone,
      inBackground,
    ]);
  const [a, b] = [{ label: "a" }, { label: "b" }];
  const started = [hookStarted(a), hookStarted(b)];
  expect(running(...started, hookEnded(a))).toEqual([
    ["a", true, false],
    ["b", false, false],
  ]);
  expect(running(...started, hookEnded(a), hookEnded(b))).toEqual([]);
  const later = [...started, hookEnded(a, { end: { how: "background" } }), hookEnded(b)];
  expect(running(...later)).toEqual([["a", false, true]]);
  const { progress } = hookEnded(a) as Extract<AgentEvent, { type: "hook" }>;
  const ended = { type: "hook", progress: { ...progress, type: "background-ended" } };
  expect(running(...later, ended as AgentEvent)).toEqual([]);
});

describe("subagents", () => {
  const ref = { id: "x", type: "Explore", depth: 1, parentToolUseId: "1" };
  const agentCall = callStarted("1", "Agent", { description: "look around" });
  const inside = (event: AgentEvent): AgentEvent => ({ ...event, agent: ref });

  it("have one line with their calls; their events stay out of the conversation", () => {
    const working = stateAfter([
      agentCall,
      inside(callStarted("2", "Read", { file_path: "/project/a" })),
      inside({ type: "text-delta", text: "secret" }),
      inside(callEnded("2", "Read", "text")),
      inside(callStarted("3", "Bash", { command: "ls" })),
    ]);
    expect(working.entries).toEqual([]);
    expect(working.answer).toBe("");
    expect(working.agents).toMatchObject([
      { type: "Explore", description: "look around", calls: 2, lastCall: "Bash ls" },
    ]);
    expect(stateAfter([callEnded("1", "Agent", "found")], working).agents).toEqual([]);
  });

  it("a hook that fails on each of their calls is reported once in a turn", () => {
    const failure = inside(said("guard", "failure", "guard: exit 1"));
    const state = stateAfter([
      { type: "turn-started", prompt: "go" },
      failure,
      failure,
      { type: "text-delta", text: "done" },
    ]);
    expect(state.entries).toMatchObject([
      { kind: "prompt" },
      { kind: "hook", text: "[Explore] PreToolUse hook: guard: exit 1" },
    ]);
  });

  it("in the background they stay after the turn, and their end is a line", () => {
    const task = {
      id: "x",
      kind: "agent",
      description: "look around",
      callId: "1",
      outputFile: "/o",
      agentType: "Explore",
    } as const;
    const launched = stateAfter([
      agentCall,
      { type: "task-started", ...task },
      callEnded("1", "Agent", "launched"),
      inside(callStarted("2", "Bash", { command: "ls" })),
    ]);
    expect(launched.agents).toMatchObject([{ calls: 1, inBackground: true }]);
    const how = { status: "completed", summary: "It answers:\n\nfound it\nmore" } as const;
    const ended = stateAfter([{ type: "task-ended", task, how }], launched);
    expect(ended.agents).toEqual([]);
    expect(last(ended)).toMatchObject({
      text: "agent Explore in the background completed: look around · It answers: found it",
    });
  });
});

describe("the answer", () => {
  it("thinking is shown before it, shortened", () => {
    const part = (thinking: string): AgentEvent => ({
      type: "answer-part",
      part: {
        type: "content_block_delta",
        index: 0,
        delta: { type: "thinking_delta", thinking },
      },
    });
    const thinking = stateAfter([part("first\nsecond\n"), part("third\nfourth\nfifth")]);
    expect(thinking.thinking).toContain("fifth");
    const state = stateAfter([{ type: "text-delta", text: "answer\n\nrest" }], thinking);
    expect(state.entries).toMatchObject([
      { kind: "thinking", text: { lines: ["first", "second", "third"], more: 2 } },
      { kind: "answer", markdown: "answer" },
    ]);
    expect(state.thinking).toBe("");
  });

  it("a request that is repeated says so, and what arrived of the answer is dropped", () => {
    const state = stateAfter([
      { type: "text-delta", text: "half" },
      { type: "retry", attempt: 2, maxRetries: 10, delayMs: 1500, reason: "overloaded" },
    ]);
    expect(state.answer).toBe("");
    expect(state.activity).toBe("asking the model again in 2 s (2 of 10): overloaded");
    expect(stateAfter([{ type: "text-delta", text: "x" }], state).activity).toBeUndefined();
  });

  it("an automatic compaction is a line", () => {
    const state = stateAfter([
      { type: "compacting", trigger: "auto" },
      { type: "compacted", trigger: "auto", preTokens: 150_000, postTokens: 1200, messages: [] },
      { type: "compacting-ended" },
    ]);
    expect(state.activity).toBeUndefined();
    expect(last(state)).toMatchObject({
      text: "the conversation was compacted: about 150,000 tokens became 1,200",
    });
  });
});

it("what is reported before the session is open is one line below the banner, errors aside", () => {
  const notice = (text: string, level: "warning" | "error" = "warning"): AgentEvent => ({
    type: "notice",
    level,
    text,
  });
  const { session: facts, ...others } = stateAfter([]);
  const opening: ScreenState = { ...others, session: undefined };
  if (!facts) throw new Error("no session");
  const hooks = { inEffect: 3, notInEffect: 0 };
  const shown = (...events: readonly AgentEvent[]) =>
    stateAfter([...events, { type: "session", session: { ...facts, hooks } }], opening).entries;
  expect(shown(notice("One. Two."))).toMatchObject([
    { kind: "banner", model: "claude-test", cwd: "/project", hooks },
    { text: "One. Two." },
  ]);
  expect(shown(notice("One. Two."), notice("b"), notice("bad", "error"))).toMatchObject([
    { kind: "banner" },
    { level: "error", text: "bad" },
    { text: "One; /hooks shows what does not run. 1 more message: Ctrl+O" },
  ]);
});

it("a call that did not run says why, and not that a hook allowed it", () => {
  const why = "a hook rewrote the input, and the new input is not valid: command is missing";
  const state = stateAfter([
    callStarted("1", "Bash", { command: "ls" }),
    outcomeOf({ permission: "granted", decidedBy: [hookNamed("u.sh")] }, "1"),
    said("other.sh", "failure", "other.sh: exit 1", { callId: "1" }),
    callEnded("1", "Bash", why, { ran: false, isError: true }),
  ]);
  expect(last(state)).toMatchObject({
    ran: false,
    result: { lines: [why] },
    notes: [{ text: expect.stringContaining("other.sh: exit 1") }],
  });
});

it("P18 a hook that the user interrupted is said to be that, not to have failed or decided", () => {
  const text = "slow.sh: cancelled by the host (to repeat it: x)";
  const { calls } = stateAfter([
    callStarted("1", "Bash", { command: "ls" }),
    outcomeOf({ action: "stop", reason: "cancelled by the host", decidedBy: [] }, "1"),
    said("slow.sh", "failure", text, { callId: "1" }),
  ]);
  expect(calls[0]?.notes).toEqual([
    { level: "info", text: "PreToolUse:Bash hook: slow.sh was interrupted before it answered" },
  ]);
});

describe("a prompt that waited during a turn", () => {
  const sent = (beginsTurn: boolean): AgentEvent => ({
    type: "queued-sent",
    prompts: ["and this", "and that"],
    beginsTurn,
  });
  const answer: AgentEvent = { type: "text-delta", text: "x" };
  const kinds = ({ entries }: ScreenState) => entries.map(({ kind }) => kind);

  it("is a line of the conversation when the model gets it", () => {
    const state = stateAfter([{ type: "turn-started", prompt: "first" }, answer, sent(false)]);
    expect(last(state)).toMatchObject({ kind: "prompt", text: "and this\nand that" });
    expect(state.details.turns.at(-1)?.title).toBe("first");
  });

  it("begins a turn of its own, and can be withdrawn until the model answers", () => {
    const begun = stateAfter([{ type: "turn-started", prompt: "first" }, answer, sent(true)]);
    expect(begun.details.turns.at(-1)?.title).toBe("and this\nand that");
    expect(kinds(begun).filter((kind) => kind === "prompt")).toHaveLength(1);
    const text = begun.pending?.text ?? "";
    const withdrawn = reduce(begun, { type: "prompt-withdrawn", text }, 0);
    expect(withdrawn.drafts).toEqual(["and this\nand that"]);
    expect(kinds(withdrawn)).toEqual(kinds(begun));
    expect(kinds(stateAfter([answer], begun)).filter((kind) => kind === "prompt")).toHaveLength(2);
  });
});
