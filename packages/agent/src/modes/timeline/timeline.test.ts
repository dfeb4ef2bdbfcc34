import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../../loop/agent-event.ts";
import { createTimeline } from "./timeline.ts";

const hook = { id: "h1", label: '"$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh' };

const call = (id: string, name: string, input: unknown): AgentEvent => ({
  type: "tool-started",
  id,
  name,
  input,
});

const ended = (id: string, name: string, text: string): AgentEvent => ({
  type: "tool-ended",
  id,
  name,
  ran: true,
  isError: false,
  text,
});

/** A run that took so long and ended with 0. */
const ran = (subject: string, durationMs: number) =>
  ({
    type: "hook",
    progress: {
      type: "run-ended",
      event: "PreToolUse",
      subject,
      hook,
      runId: `${subject}-${durationMs}`,
      run: { durationMs, end: { how: "exited", code: 0 }, planned: { order: 0 } },
    },
  }) as unknown as AgentEvent;

const proceeds = (more: object = {}) =>
  ({
    type: "outcome",
    outcome: {
      event: "PreToolUse",
      kind: "tool-call",
      action: "proceed",
      messages: [],
      decidedBy: [],
      input: {},
      ...more,
    },
  }) as unknown as AgentEvent;

const linesOf = (...events: readonly AgentEvent[]) => events.flatMap(createTimeline());

describe("the timeline", () => {
  it.each([
    ["completed", "completed"],
    ["aborted_tools", "interrupted"],
    ["aborted_streaming", "interrupted"],
  ])("the end of a turn: %s is %s", (terminalReason, shown) => {
    const event = { type: "result", result: { terminalReason } } as unknown as AgentEvent;
    expect(createTimeline()(event)).toEqual([`end       ${shown}`]);
  });

  it("F2, V11 reports a rewrite only where hooks can rewrite, not where they see other names", () => {
    const after = { event: "PostToolUse", kind: "result", action: "continue", reasons: [] };
    const seen = { ...after, decidedBy: [hook], input: { path: "/a" } };
    const lines = linesOf(
      call("a", "Write", { file_path: "/a" }),
      proceeds(seen),
      ended("a", "Write", "written"),
    );
    expect(lines.join("\n")).toContain("PostToolUse: continue");
    expect(lines.join("\n")).not.toContain("the input is now");
  });

  it("T1 names a hook that did not run at every call, and does not say that it had no opinion", () => {
    const held = (label: string) =>
      ({
        type: "hook",
        progress: {
          type: "run-skipped",
          event: "PreToolUse",
          subject: "Bash",
          hook: { id: "h1", label },
          because: "it is not trusted",
        },
      }) as unknown as AgentEvent;
    const label = '"$CLAUDE_PROJECT_DIR/hooks/guard.sh" --strict';
    const message = {
      audience: "user",
      kind: "held",
      text: "did not run",
      hook: { ...hook, label },
    };
    const once = (id: string, messages: readonly object[]) => [
      call(id, "Bash", {}),
      held(label),
      proceeds({ messages }),
      ended(id, "Bash", "ran"),
    ];
    const rows = [
      "hooks     ✓ PreToolUse: proceed; no hook ran",
      "            hooks/guard.sh --strict",
      "              did not run: it is not trusted",
    ];
    const lines = linesOf(...once("a", [message]), ...once("b", []));
    expect(lines.filter((line) => /^(?:hooks| )/.test(line))).toEqual([...rows, ...rows]);
  });

  it("shows the fields that a hook answered, such as the retry of PermissionDenied", () => {
    const retries = proceeds({
      event: "PermissionDenied",
      kind: "notice",
      fields: { retry: true },
      decidedBy: [hook],
    });
    const lines = linesOf(call("a", "Bash", {}), retries, ended("a", "Bash", "refused"));
    expect(lines).toContain("            retry: true");
  });

  it("prints parallel calls one after another, each with its own hooks", () => {
    const lines = linesOf(
      call("a", "Read", { file_path: "a" }),
      call("b", "Grep", { pattern: "b" }),
      ran("Grep", 7),
      ran("Read", 3),
      proceeds({ input: { pattern: "b" } }),
      ended("b", "Grep", "found"),
      proceeds({ input: { file_path: "a" } }),
      ended("a", "Read", "read"),
    );
    expect(lines).toEqual([
      'model     → Read {"file_path":"a"}',
      'model     → Grep {"pattern":"b"}',
      "hooks     ✓ PreToolUse: proceed; no hook had an opinion",
      "            .claude/hooks/guard.sh                      7 ms  exit 0",
      "tool      found",
      'model     … Read {"file_path":"a"}',
      "hooks     ✓ PreToolUse: proceed; no hook had an opinion",
      "            .claude/hooks/guard.sh                      3 ms  exit 0",
      "tool      read",
    ]);
  });

  it("prints both runs if they cannot be distinguished", () => {
    const lines = linesOf(
      call("a", "Read", {}),
      call("b", "Read", {}),
      ran("Read", 3),
      ran("Read", 4),
      proceeds(),
      ended("a", "Read", ""),
    );
    expect(lines).toContain(
      "            .claude/hooks/guard.sh                      3 ms  exit 0 |    4 ms  exit 0",
    );
  });

  it("E17 shows an invalid call, though no event was fired for it", () => {
    const lines = linesOf(
      {
        type: "assistant",
        message: {
          role: "assistant",
          content: [{ type: "tool_use", id: "a", name: "Bsh", input: { command: "ls" } }],
        },
        id: "m",
        model: "script",
        stopReason: "tool_use",
        usage: {} as never,
      },
      {
        type: "user",
        synthetic: true,
        message: {
          role: "user",
          content: [
            {
              type: "tool_result",
              tool_use_id: "a",
              content: "There is no tool Bsh",
              is_error: true,
            },
          ],
        },
      },
    );
    expect(lines).toEqual(['model     → Bsh {"command":"ls"}', "invalid   There is no tool Bsh"]);
  });

  it("F6 shows under each hook who sees what; JSON answers are shown field by field", () => {
    const text = `[${hook.label}]: not here\nbut there`;
    const lines = linesOf(
      proceeds({
        action: "refuse",
        decidedBy: [hook],
        messages: [
          { audience: "model", kind: "reason", text, hook },
          { audience: "user", kind: "reason", text: `g: the call is refused: not here`, hook },
          { audience: "verbose", kind: "stdout", text: '{"decision": "block"}', hook },
          { audience: "log", kind: "stderr", text: "noise", hook },
        ],
      }),
    );
    expect(lines).toEqual([
      "hooks     ✗ PreToolUse: refuse, by .claude/hooks/guard.sh",
      "            .claude/hooks/guard.sh",
      "              → model  reason: not here … 1 more",
      "              → user   reason: the call is refused: not here",
      "              → log    stderr: noise",
    ]);
  });

  it("cuts the output of tools, and shows paths relative to the session's folder", () => {
    const init = { type: "init", cwd: "/p" } as AgentEvent;
    const lines = linesOf(
      init,
      call("a", "Read", { file_path: "/p/x" }),
      ended("a", "Read", "1\n2\n3\n4\n5"),
    );
    expect(lines).toEqual([
      'model     → Read {"file_path":"./x"}',
      "tool      1\n        | 2\n        | 3\n        | … 2 more lines",
    ]);
  });

  it("G7 lines of a subagent begin with its name, and its hooks are shown with its calls", () => {
    const show = createTimeline();
    const agent = { id: "abcdef", type: "Explore", depth: 1, parentToolUseId: "t1" };
    const inside = (event: AgentEvent) => ({ ...event, agent });
    const run = ran("Bash", 7);
    const runInside =
      run.type === "hook" ? ({ ...run, progress: { ...run.progress, agent } } as AgentEvent) : run;
    const lines = [
      call("t1", "Agent", { prompt: "Look" }),
      inside(call("t2", "Bash", {})),
      runInside,
      inside(proceeds()),
      inside(ended("t2", "Bash", "a\nb")),
      ended("t1", "Agent", "found"),
    ].flatMap((event) => show(event).flatMap((rows) => rows.split("\n")));
    expect(
      lines.map((line) =>
        line.replace(/^(Explore abcd > )?.*(Agent|Bash|PreToolUse|guard|tool|b$).*/, "$1$2"),
      ),
    ).toEqual([
      "Agent",
      "Explore abcd > Bash",
      "Explore abcd > PreToolUse",
      "Explore abcd > guard",
      "Explore abcd > tool",
      "Explore abcd > b",
      "tool",
    ]);
  });
});
