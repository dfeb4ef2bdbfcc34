import { describe, expect, it } from "vitest";
import { type StartedAgent, startAgent } from "../testing/start-agent.ts";

const start = () => startAgent("stream-json", "-");
const request = (agent: StartedAgent, id: string, body: object) =>
  agent.send({ type: "control_request", request_id: id, request: body });
const reply = (agent: StartedAgent, id: unknown, response: object) =>
  agent.send({
    type: "control_response",
    response: { subtype: "success", request_id: id, response },
  });
const isResult = ({ type }: Readonly<Record<string, unknown>>) => type === "result";
const isRequest = ({ type }: Readonly<Record<string, unknown>>) => type === "control_request";
const isAnswer = ({ type }: Readonly<Record<string, unknown>>) => type === "control_response";

async function endOf(agent: StartedAgent) {
  agent.child.stdin.end();
  return agent.ended;
}

describe("inputs of stream-json", () => {
  it("run one after the other, each with a result; the end of input ends the session", async () => {
    const agent = start();
    agent.prompt("first");
    agent.prompt("second");
    expect(await agent.line(isResult)).toMatchObject({ result: "first" });
    expect(await agent.line(isResult)).toMatchObject({ result: "second" });
    const { code, stderr } = await endOf(agent);
    expect(code).toBe(0);
    expect(stderr).toBe("open\nstart\nprompt first\nprompt second\nend other\n");
  });

  it("no input at all is a session too", async () => {
    const agent = start();
    expect(await endOf(agent)).toEqual({
      code: 0,
      signal: null,
      stderr: "open\nstart\nend other\n",
    });
  });

  it("a bad line is answered with its number, and the session continues", async () => {
    const agent = start();
    agent.child.stdin.write('\n{"type":"usr"}\nrubbish\n');
    agent.prompt("go");
    expect(await agent.line(isResult)).toMatchObject({ result: "go" });
    const errors = agent.lines.filter(({ subtype }) => subtype === "input_error");
    expect(errors.map(({ line }) => line)).toEqual([2, 3]);
    expect(errors[0]?.["content"]).toBe(
      'line 2 of the input is "type": "usr"; expected "type": "user", "control_request" or "control_response"',
    );
    expect((await endOf(agent)).code).toBe(0);
  });
});

describe("the driver's requests", () => {
  it("H6 initialize registers hooks that ask the driver", async () => {
    const agent = start();
    const hooks = {
      PreToolUse: [{ matcher: "Bash", hookCallbackIds: ["c1"], timeout: 2 }],
      Nope: [],
    };
    request(agent, "1", { subtype: "initialize", hooks });
    expect(await agent.line(isAnswer)).toMatchObject({
      response: { subtype: "success", request_id: "1", response: { commands: [] } },
    });
    agent.prompt("hooks");
    const { result } = await agent.line(isResult);
    expect(JSON.parse(String(result))).toMatchObject({
      PreToolUse: [{ matcher: "Bash", hooks: [{ type: "callback", timeout: 2000 }] }],
    });
    agent.prompt("hook");
    const asked = await agent.line(isRequest);
    expect(asked["request"]).toEqual({
      subtype: "hook_callback",
      callback_id: "c1",
      input: { tool_name: "Bash" },
      tool_use_id: "t1",
    });
    reply(agent, asked["request_id"], { decision: "block", reason: "no" });
    expect(await agent.line(isResult)).toMatchObject({
      result: '{"decision":"block","reason":"no"}',
    });
    expect(agent.lines.find(({ subtype }) => subtype === "informational")).toMatchObject({
      content: "the driver registered hooks for Nope, which is not a known event",
    });
    await endOf(agent);
  });

  it("fields of initialize that have no effect are named; empty ones are not", async () => {
    const agent = start();
    request(agent, "1", {
      subtype: "initialize",
      hooks: { Stop: [{ hookCallbackIds: ["c"], timeout: "5", once: true }] },
      promptSuggestions: true,
      agents: {},
      jsonSchema: null,
    });
    agent.prompt("go");
    await agent.line(isResult);
    const notices = agent.lines.filter(({ subtype }) => subtype === "informational");
    expect(notices.map(({ content }) => content)).toEqual([
      'the driver\'s initialize has "promptSuggestions", which has no effect here',
      'the driver\'s initialize has "hooks.Stop[0].once", which has no effect here',
      'the driver\'s "hooks.Stop[0].timeout" is not a number of seconds above 0 and is ignored',
    ]);
    await endOf(agent);
  });

  it("H6 onFailure block: an error of the driver refuses the call", async () => {
    const agent = start();
    request(agent, "1", {
      subtype: "initialize",
      hooks: { PreToolUse: [{ hookCallbackIds: ["c"], onFailure: "block" }] },
    });
    expect(await agent.line(isAnswer)).toMatchObject({
      response: { response: { hooks_applied: true, hook_on_failure_supported: true } },
    });
    agent.prompt("hook");
    const { request_id } = await agent.line(isRequest);
    const response = { subtype: "error", request_id, error: "it broke" };
    agent.send({ type: "control_response", response });
    const { result } = await agent.line(isResult);
    expect(JSON.parse(String(result))).toMatchObject({
      hookSpecificOutput: {
        permissionDecision: "deny",
        permissionDecisionReason: expect.stringContaining("it broke"),
      },
    });
    await endOf(agent);
  });

  it("prompts that wait are listed by interrupt and can be cancelled", async () => {
    const agent = start();
    agent.prompt("wait");
    await agent.line(({ subtype }) => subtype === "init");
    const waiting = { type: "user", uuid: "u1", message: { role: "user", content: "later" } };
    agent.send(waiting);
    agent.send({ ...waiting, uuid: "u2" });
    request(agent, "1", { subtype: "cancel_async_message", message_uuid: "u1" });
    request(agent, "2", { subtype: "interrupt" });
    expect(await agent.line(isAnswer)).toMatchObject({
      response: { request_id: "1", response: { cancelled: true } },
    });
    expect(await agent.line(isAnswer)).toMatchObject({
      response: { request_id: "2", response: { still_queued: ["u2"] } },
    });
    await agent.line(isResult);
    expect(await agent.line(isResult)).toMatchObject({ result: "later" });
    expect((await endOf(agent)).stderr.split("prompt later")).toHaveLength(2);
  });

  it("H6 an error of the driver makes the callback reject", async () => {
    const agent = start();
    request(agent, "1", {
      subtype: "initialize",
      hooks: { PreToolUse: [{ hookCallbackIds: ["c"] }] },
    });
    agent.prompt("hook");
    const { request_id } = await agent.line(isRequest);
    const response = { subtype: "error", request_id, error: "it broke" };
    agent.send({ type: "control_response", response });
    expect(await agent.line(isResult)).toMatchObject({ result: "rejected: Error: it broke" });
    await endOf(agent);
  });

  it("interrupt ends the turn and not the session; the last result gives the exit code", async () => {
    const agent = start();
    agent.prompt("wait");
    await agent.line(({ subtype }) => subtype === "init");
    request(agent, "1", { subtype: "interrupt" });
    expect(await agent.line(isResult)).toMatchObject({ subtype: "error_during_execution" });
    agent.prompt("go");
    expect(await agent.line(isResult)).toMatchObject({ result: "go" });
    expect((await endOf(agent)).code).toBe(0);
  });

  it("set_permission_mode works before and during the session; an unknown mode is an error", async () => {
    const agent = start();
    request(agent, "1", { subtype: "set_permission_mode", mode: "plan" });
    request(agent, "2", { subtype: "set_permission_mode", mode: "plain" });
    agent.prompt("mode");
    expect(await agent.line(isResult)).toMatchObject({ result: "plan" });
    request(agent, "3", { subtype: "set_permission_mode", mode: "acceptEdits" });
    await agent.line((line) => isAnswer(line) && JSON.stringify(line).includes('"3"'));
    const [first, second] = agent.lines.filter(isAnswer);
    expect(first).toMatchObject({ response: { subtype: "success", response: { mode: "plan" } } });
    expect(second).toMatchObject({
      response: {
        subtype: "error",
        error:
          '"mode" is "plain", expected default, plan, acceptEdits, auto, dontAsk, bypassPermissions',
      },
    });
    expect((await endOf(agent)).stderr).toContain("mode acceptEdits");
  });

  it.each([
    [
      { subtype: "fly" },
      'unknown request "fly"; the known requests are initialize, interrupt, cancel_async_message, set_permission_mode',
    ],
    [
      { subtype: "set_color", color: "red" },
      "set_color is not supported; this agent has no terminal",
    ],
    [
      { subtype: "set_mcp_permission_mode_override", serverName: "notes", mode: "auto" },
      "use permission rules for mcp__SERVER",
    ],
    [{ subtype: "set_permission_mode", mode: "bypassPermissions" }, "start it with --allow-"],
    [{ subtype: "initialize", appendSystemPrompt: 5 }, '"appendSystemPrompt" is not a text'],
    [{ subtype: "initialize", agents: { a: {} } }, '"agents": a has no prompt'],
    [
      { subtype: "initialize", hooks: { Stop: [{ hookCallbackIds: [], onFailure: "stop" }] } },
      '"hooks.Stop[0].onFailure" is "stop", expected "continue" or "block"',
    ],
    [{ subtype: "read_file", path: 3 }, '"path" is 3, expected a text'],
    [{ subtype: "toString" }, 'unknown request "toString"; the known requests are'],
    [{ subtype: "initialize", hooks: [] }, '"hooks" is not an object with event names as keys'],
    [{ subtype: "initialize", hooks: { Stop: {} } }, '"hooks.Stop" is not a list of groups'],
    [
      { subtype: "initialize", hooks: { Stop: [{ hookCallbackIds: "c" }] } },
      '"hooks.Stop[0].hookCallbackIds" is not a list of strings',
    ],
  ])("%j is answered with an error", async (body, words) => {
    const agent = start();
    request(agent, "1", body);
    const { response } = await agent.line(isAnswer);
    expect(response).toMatchObject({
      subtype: "error",
      request_id: "1",
      error: expect.stringContaining(words),
    });
    await endOf(agent);
  });
});

describe("G1 permission questions to the driver", () => {
  it.each([
    [{ behavior: "allow", updatedInput: { command: "pwd" } }],
    [{ behavior: "deny", message: "not now", interrupt: true }],
  ])("%j is the reply", async (answer) => {
    const agent = start();
    agent.prompt("ask");
    const { request_id, request: asked } = await agent.line(isRequest);
    expect(asked).toEqual({
      subtype: "can_use_tool",
      tool_name: "Bash",
      input: { command: "ls" },
      permission_suggestions: [],
      tool_use_id: "t1",
      decision_reason: "a rule asks",
    });
    reply(agent, request_id, answer);
    const { result } = await agent.line(isResult);
    expect(JSON.parse(String(result))).toEqual(answer);
    await endOf(agent);
  });

  it("an invalid answer refuses, and says why", async () => {
    const agent = start();
    agent.prompt("ask");
    reply(agent, (await agent.line(isRequest))["request_id"], { behavior: "yes" });
    const { result } = await agent.line(isResult);
    expect(JSON.parse(String(result))).toMatchObject({
      behavior: "deny",
      message: expect.stringContaining('"behavior" is "yes"'),
    });
    await endOf(agent);
  });

  it("a driver that closes the connection refuses", async () => {
    const agent = start();
    agent.prompt("ask");
    await agent.line(isRequest);
    agent.child.stdin.end();
    const { result } = await agent.line(isResult);
    expect(JSON.parse(String(result))).toMatchObject({ behavior: "deny" });
    expect((await agent.ended).code).toBe(0);
  });

  it("a question that is no longer needed is withdrawn", async () => {
    const agent = start();
    agent.prompt("withdraw");
    const { request_id } = await agent.line(isRequest);
    expect(await agent.line(({ type }) => type === "control_cancel_request")).toMatchObject({
      request_id,
    });
    expect(await agent.line(isResult)).toMatchObject({ result: expect.stringContaining("deny") });
    await endOf(agent);
  });
});
