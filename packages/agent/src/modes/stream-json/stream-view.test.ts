import { profiles } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../../loop/agent-event.ts";
import { outputTo } from "../output.ts";
import { capture } from "../testing/capture.ts";
import {
  assistantEvent,
  hookRun,
  initEvent,
  runEnded,
  runStarted,
  turnResult,
} from "../testing/events.ts";
import { type StreamViewOptions, streamView } from "./stream-view.ts";

/** What a view writes, one text a line; ids count from 1. */
function written(events: readonly AgentEvent[], options: Partial<StreamViewOptions> = {}) {
  const stdout = capture();
  let id = 0;
  const view = streamView({
    stdout: outputTo(stdout),
    stderr: outputTo(capture()),
    newId: () => `u${++id}`,
    includeHookEvents: true,
    includePartialMessages: false,
    replayUserMessages: false,
    ...options,
  });
  for (const event of events) view.emit(event);
  return stdout.text().split("\n").slice(0, -1);
}

const init =
  '{"type":"system","subtype":"init","cwd":"/p","tools":["Bash"],"mcp_servers":[],"model":"m","permissionMode":"default","slash_commands":["clear"],"output_style":"default","profile":"reference","source":"startup","transcript_path":"/t/s1.jsonl","sandbox":{"state":"on","limits":"guards","open":[]},"session_id":"s1","uuid":"u1"}';

describe("stream-json lines", () => {
  it("E21 messages of a subagent name it, and the call that started it", () => {
    const agent = { id: "a1", type: "Explore", depth: 1, parentToolUseId: "t9" };
    const records = written([initEvent(), assistantEvent("hi"), { ...assistantEvent("in"), agent }])
      .slice(1)
      .map((line) => JSON.parse(line));
    expect(records).toMatchObject([
      { parent_tool_use_id: null },
      { parent_tool_use_id: "t9", agent_id: "a1", agent_type: "Explore" },
    ]);
    expect(records[0]).not.toHaveProperty("agent_id");
  });

  it("a session from init to result", () => {
    const result = { type: "tool_result", tool_use_id: "t1", content: "ok" } as const;
    const lines = written([
      initEvent(),
      {
        type: "user",
        message: { role: "user", content: [{ type: "text", text: "go" }] },
        synthetic: false,
      },
      assistantEvent("hi"),
      { type: "user", message: { role: "user", content: [result] }, synthetic: true },
      { type: "result", result: turnResult() },
    ]);
    const usage =
      '{"input_tokens":0,"output_tokens":0,"cache_creation_input_tokens":0,"cache_read_input_tokens":0}';
    const whole = `${usage.slice(0, -1)},"cache_creation":{"ephemeral_1h_input_tokens":0,"ephemeral_5m_input_tokens":0},"server_tool_use":{"web_search_requests":0,"web_fetch_requests":0},"service_tier":"standard","speed":"standard","inference_geo":"","iterations":[],"output_tokens_details":{"thinking_tokens":0}}`;
    expect(lines).toEqual([
      init,
      `{"type":"assistant","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"hi"}],"stop_reason":"end_turn","stop_sequence":null,"usage":${usage}},"parent_tool_use_id":null,"session_id":"s1","uuid":"u2"}`,
      '{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"ok"}]},"parent_tool_use_id":null,"session_id":"s1","uuid":"u3"}',
      `{"type":"result","subtype":"success","is_error":false,"duration_ms":12,"duration_api_ms":3,"num_turns":1,"result":"done","stop_reason":"end_turn","terminal_reason":"completed","total_cost_usd":0,"modelUsage":{},"usage":${whole},"permission_denials":[],"errors":[],"untrusted_hooks":[],"warnings":[],"session_id":"s1","uuid":"u4"}`,
    ]);
  });

  it("U3 a hook from start to response", () => {
    const run = hookRun({ how: "exited", code: 2 }, { stdout: "out", stderr: "err" });
    const lines = written([
      initEvent(),
      runStarted("PreToolUse", "Bash"),
      runEnded("PreToolUse", "Bash", run, "error"),
    ]);
    expect(lines.slice(1)).toEqual([
      '{"type":"system","subtype":"hook_started","hook_id":"r1","hook_name":"PreToolUse:Bash","hook_event":"PreToolUse","session_id":"s1","uuid":"u2"}',
      '{"type":"system","subtype":"hook_response","hook_id":"r1","hook_name":"PreToolUse:Bash","hook_event":"PreToolUse","output":"outerr","stdout":"out","stderr":"err","exit_code":2,"outcome":"error","session_id":"s1","uuid":"u3"}',
    ]);
  });

  it("P14 hook_started has the status message of the hook", () => {
    const started = runStarted("Stop", undefined, "command", "Running the tests");
    expect(JSON.parse(written([initEvent(), started])[1] ?? "")).toMatchObject({
      subtype: "hook_started",
      status_message: "Running the tests",
    });
  });

  it("a hook's message to the user, a retry, a delta, a message that the user did not type", () => {
    const hook = { id: "h1", label: "guard.sh" };
    const message = { audience: "user", kind: "system-message", text: "careful", hook } as const;
    const events: readonly AgentEvent[] = [
      initEvent(),
      { type: "notice", level: "info", text: "careful", message },
      { type: "notice", level: "warning", text: "odd" },
      { type: "retry", attempt: 1, maxRetries: 10, delayMs: 500, reason: "busy" },
      {
        type: "answer-part",
        part: { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "h" } },
      },
      {
        type: "user",
        message: { role: "user", content: [{ type: "text", text: "go on" }] },
        synthetic: true,
      },
    ];
    expect(written(events, { includePartialMessages: true }).slice(1)).toEqual([
      '{"type":"system","subtype":"informational","content":"careful","level":"notice","hook":{"id":"h1","label":"guard.sh"},"session_id":"s1","uuid":"u2"}',
      '{"type":"system","subtype":"informational","content":"odd","level":"warning","session_id":"s1","uuid":"u3"}',
      '{"type":"system","subtype":"api_retry","attempt":1,"max_retries":10,"retry_delay_ms":500,"error":"busy","session_id":"s1","uuid":"u4"}',
      '{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"h"}},"parent_tool_use_id":null,"session_id":"s1","uuid":"u5"}',
      '{"type":"user","message":{"role":"user","content":[{"type":"text","text":"go on"}]},"parent_tool_use_id":null,"isSynthetic":true,"session_id":"s1","uuid":"u6"}',
    ]);
    expect(written(events).join("\n")).not.toContain("stream_event");
  });

  it("a result has the warnings since the result before", () => {
    const warn = (text: string) => ({ type: "notice", level: "warning", text }) as const;
    const result = { type: "result", result: turnResult() } as const;
    const lines = written([warn("early"), initEvent(), warn("a"), result, warn("b"), result]);
    const records = lines.map((line) => JSON.parse(line));
    const results = records.filter(({ type }) => type === "result");
    expect(results.map(({ warnings }) => warnings)).toEqual([["early", "a"], ["b"]]);
  });

  it("events from before the session was known come after its init", () => {
    const lines = written([runStarted("Setup", "init"), initEvent(), assistantEvent("hi")]);
    expect(lines.map((line) => JSON.parse(line).subtype ?? JSON.parse(line).type)).toEqual([
      "init",
      "hook_started",
      "assistant",
    ]);
    expect(JSON.parse(lines[1] ?? "")).toMatchObject({ session_id: "s1" });
  });
});

it("G8 a compaction is a status while the summary is written, and a boundary; that of a subagent is neither", () => {
  const tokens = { preTokens: 160_000, postTokens: 900 };
  const subagent = { id: "a1", type: "Explore", depth: 1, parentToolUseId: "t1" };
  const lines = written([
    initEvent(),
    { type: "compacting", trigger: "auto" },
    { type: "compacting-ended" },
    { type: "compacted", trigger: "auto", ...tokens, messages: [] },
    { type: "compacted", trigger: "auto", ...tokens, messages: [], agent: subagent },
  ]);
  expect(lines.slice(1).map((line) => JSON.parse(line))).toMatchObject([
    { type: "system", subtype: "status", status: "compacting" },
    { type: "system", subtype: "status", status: null },
    {
      type: "system",
      subtype: "compact_boundary",
      compact_metadata: { trigger: "auto", pre_tokens: 160_000, post_tokens: 900 },
    },
  ]);
});

describe("U3 which hooks are reported", () => {
  const claude = profiles["claude-code"].name;
  const exited = hookRun({ how: "exited", code: 0 });
  const names = (events: readonly AgentEvent[], options: Partial<StreamViewOptions> = {}) =>
    written(events, options)
      .map((line) => JSON.parse(line))
      .filter(({ subtype }) => subtype.startsWith("hook_"))
      .map(({ hook_name, subtype }) => `${hook_name} ${subtype}`);

  it.each([
    ["PreToolUse", "Bash", "PreToolUse:Bash"],
    ["SessionStart", "startup", "SessionStart:startup"],
    ["SubagentStart", "Plan", "SubagentStart:Plan"],
    ["SubagentStop", "Plan", "SubagentStop"],
    ["Stop", undefined, "Stop"],
    ["UserPromptSubmit", undefined, "UserPromptSubmit"],
    ["PostToolBatch", undefined, "PostToolBatch"],
  ] as const)("%s of %s is named %s", (event, subject, name) => {
    expect(names([initEvent(), runStarted(event, subject)])).toEqual([`${name} hook_started`]);
  });

  it("section 12: the published contract: every run with the flag, none without", () => {
    const events = [
      initEvent(),
      runEnded("PreCompact", "auto", exited),
      runEnded("Stop", undefined, exited),
    ];
    expect(names(events)).toEqual(["PreCompact:auto hook_response", "Stop hook_response"]);
    expect(names(events, { includeHookEvents: false })).toEqual([]);
  });

  it("section 12: as recorded: some events and models never, SessionStart always", () => {
    const events = [
      initEvent(claude),
      runEnded("SessionStart", "startup", exited),
      runEnded("PreCompact", "auto", exited),
      runStarted("Stop", undefined, "prompt"),
      runEnded("Stop", undefined, hookRun({ how: "answered" }, { type: "prompt" })),
      runEnded("Stop", undefined, exited),
    ];
    const start = "SessionStart:startup hook_response";
    expect(names(events)).toEqual([start, "Stop hook_response"]);
    expect(names(events, { includeHookEvents: false })).toEqual([start]);
  });

  it("P12 a background run gets its response when it ends", () => {
    const events = [
      initEvent(),
      runStarted("Stop"),
      runEnded("Stop", undefined, hookRun({ how: "background" })),
    ];
    expect(names(events)).toEqual(["Stop hook_started"]);
    const ended = runEnded(
      "Stop",
      undefined,
      hookRun({ how: "cancelled" }),
      "cancelled",
      "background-ended",
    );
    const lines = written([...events, ended]);
    expect(JSON.parse(lines[2] ?? "")).toMatchObject({ exit_code: 1, outcome: "cancelled" });
  });

  it.each([
    [{ how: "timedOut", limitMs: 1000 }, 1],
    [{ how: "killed", signal: "SIGKILL" }, 1],
    [{ how: "notFound", cause: "ENOENT" }, 1],
    [{ how: "exited", code: 3 }, 3],
    [{ how: "responded", status: 500 }, undefined],
    [{ how: "answered" }, undefined],
  ] as const)("%j has the exit code %s", (end, code) => {
    const [, line = ""] = written([initEvent(), runEnded("Stop", undefined, hookRun(end))]);
    expect(JSON.parse(line).exit_code).toBe(code);
  });
});
