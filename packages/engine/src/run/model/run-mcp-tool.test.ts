import { describe, expect, it } from "vitest";
import { oneHook, openHooks } from "../../testing/open-hooks.ts";
import type { McpCaller } from "./interfaces.ts";

type Call = Parameters<McpCaller["call"]>[0];

/** Servers whose tools all give one answer. */
function serversSaying(answer: { text: string; isError: boolean }) {
  const calls: Call[] = [];
  const mcp: McpCaller = {
    async call(request) {
      calls.push(request);
      return answer;
    },
  };
  return { mcp, calls };
}

const input = {
  tool_name: "Edit",
  tool_input: { path: "a ${cwd} b", count: 3, flag: false, none: null, list: [1, { deep: "x" }] },
  tool_use_id: "call_1",
};

/** Fires PreToolUse at an MCP hook. */
async function called(
  template: object | undefined,
  answer = { text: "", isError: false },
  more: Parameters<typeof openHooks>[0] = {},
) {
  const { mcp, calls } = serversSaying(answer);
  const handler = {
    type: "mcp_tool",
    server: "files",
    tool: "check",
    ...(template && { input: template }),
  };
  const { hooks, trace } = await openHooks({ user: oneHook("PreToolUse", handler), mcp, ...more });
  const outcome = await hooks.fire("PreToolUse", input);
  return { outcome, run: trace.records()[0]?.ran[0], call: calls[0] };
}

describe("MCP tool hooks", () => {
  it("H5 a placeholder that is the whole value keeps its JSON type", async () => {
    const { call } = await called({
      text: "${tool_input.path}",
      count: "${tool_input.count}",
      flag: "${tool_input.flag}",
      none: "${tool_input.none}",
      list: "${tool_input.list}",
      deep: "${tool_input.list.1.deep}",
      all: "${tool_input}",
    });
    expect(call).toMatchObject({ server: "files", tool: "check" });
    expect(call?.input).toEqual({
      text: "a ${cwd} b",
      count: 3,
      flag: false,
      none: null,
      list: [1, { deep: "x" }],
      deep: "x",
      all: input.tool_input,
    });
  });

  it("H5 inside a text it becomes text, also in lists and objects; other text is unchanged", async () => {
    const { call } = await called({
      text: "${tool_name}: ${tool_input.count} ${tool_input.list} ${tool_input.none}",
      nested: { list: ["${tool_name}", 7, true, null, "$tool_name ${} {x}"] },
    });
    expect(call?.input).toEqual({
      text: 'Edit: 3 [1,{"deep":"x"}] null',
      nested: { list: ["Edit", 7, true, null, "$tool_name ${} {x}"] },
    });
  });

  it.each([
    "${tool_input.missing}",
    "a ${nothing.at.all} b",
    "${tool_input.path.length}",
    "${__proto__}",
  ])("H5 a missing field fails the hook, which blocks nothing: %s", async (text) => {
    const { outcome, run, call } = await called({ text });
    expect(call).toBeUndefined();
    expect(outcome).toMatchObject({ action: "proceed" });
    expect(run).toMatchObject({
      ending: "non-blocking-error",
      failure: { detail: expect.stringMatching(/^the input has no /) },
    });
  });

  it("H5 a tool that changes its input does not change it for others", async () => {
    const mcp: McpCaller = {
      async call({ input: given }) {
        (given["all"] as { path: string }).path = "changed";
        return { text: "", isError: false };
      },
    };
    await called({ all: "${tool_input}" }, undefined, { mcp });
    expect(input.tool_input.path).toBe("a ${cwd} b");
  });

  it("H5 the text result is read like stdout: an answer, or plain text", async () => {
    const deny = {
      hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny" },
    };
    const answer = await called(undefined, { text: JSON.stringify(deny), isError: false });
    expect(answer.outcome).toMatchObject({ action: "refuse" });
    expect(answer.call?.input).toEqual({});
    const text = await called(undefined, { text: "looks fine", isError: false });
    expect(text.outcome).toMatchObject({ action: "proceed" });
    expect(text.run).toMatchObject({
      ending: "success",
      stdout: { text: "looks fine", bytes: 10 },
    });
  });

  it("P11 a result that is too long is cut and never JSON", async () => {
    const text = JSON.stringify({ decision: "block", padding: "x".repeat(2 * 1024 * 1024) });
    const { outcome, run } = await called(undefined, { text, isError: false });
    expect(outcome).toMatchObject({ action: "proceed" });
    expect(run?.stdout).toMatchObject({ complete: false, bytes: text.length });
  });

  it("H5 an error result is a failure with its text, whatever it says", async () => {
    const { outcome, run } = await called(undefined, {
      text: '{"decision":"block"}',
      isError: true,
    });
    expect(outcome).toMatchObject({ action: "proceed" });
    expect(run).toMatchObject({
      ending: "non-blocking-error",
      failure: { detail: 'the tool failed: {"decision":"block"}' },
    });
  });

  it("H8 a tool that fails refuses where the hook says so, and its text stays out of the reason", async () => {
    const handler = { type: "mcp_tool", server: "files", tool: "check", onFailure: "block" };
    const { mcp } = serversSaying({ text: "secret", isError: true });
    const { hooks } = await openHooks({ user: oneHook("PreToolUse", handler), mcp });
    expect(await hooks.fire("PreToolUse", input)).toMatchObject({
      action: "refuse",
      reasons: ['[mcp__files__check]: it failed, and its onFailure is "block"'],
    });
  });

  it.each([
    ["a host without servers", undefined, "the host has no MCP servers"],
    [
      "a server that fails",
      { call: () => Promise.reject(new Error("no server files")) },
      "no server files",
    ],
  ])("H5 %s is a failure that blocks nothing", async (_what, mcp, detail) => {
    const { outcome, run } = await called(undefined, undefined, { mcp });
    expect(outcome).toMatchObject({ action: "proceed" });
    expect(run).toMatchObject({ ending: "non-blocking-error", failure: { detail } });
  });

  it("H1 past its limit the call is cancelled, and its signal is aborted", async () => {
    let callSignal: AbortSignal | undefined;
    const mcp: McpCaller = {
      call({ signal }) {
        callSignal = signal;
        return new Promise(() => {});
      },
    };
    const handler = { type: "mcp_tool", server: "s", tool: "t", timeout: 0.05 };
    const { hooks, trace } = await openHooks({ user: oneHook("PreToolUse", handler), mcp });
    await hooks.fire("PreToolUse", input);
    expect(trace.records()[0]?.ran[0]).toMatchObject({ ending: "cancelled" });
    expect(callSignal?.aborted).toBe(true);
  });
});
