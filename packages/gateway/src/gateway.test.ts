import { describe, expect, it } from "vitest";
import { answering, callOf, type echoServer, play, textOf } from "./testing/play.ts";

const text = (answer: Record<string, unknown>) => {
  const { content } = answer["result"] as { content: { text: string }[] };
  return content.map((block) => block.text);
};
const pre = (fields: object) => ({ PreToolUse: answering("PreToolUse", fields) });
const post = (fields: object) => ({ PostToolUse: answering("PostToolUse", fields) });
const note = (events: unknown[]) => [{ hooks: [(input: object) => void events.push(input)] }];
const form = { elicitation: {} };

describe("E24 where no hook has an opinion", () => {
  it("both sides get the lines as they were written", async () => {
    const odd =
      '{ "method":"tools/call","id":12345678901234567890, "params": {"arguments":{"n":1.0,"e":"\\u0041"},"_meta":{"progressToken":"p"},"name":"echo"},"jsonrpc":"2.0"}\r';
    const answer = '{"id":12345678901234567890 ,"result":{"content":[],"x":1e2},"jsonrpc":"2.0"}';
    const { gateway, sent, received } = await play({
      server: (_message, { fromServer }) => void fromServer(answer),
    });
    await gateway.fromClient(Buffer.from(odd));
    await gateway.idle();
    expect(sent).toEqual([odd]);
    expect(received).toEqual([answer]);
  });

  it("messages keep their order, also those after an answer in the same chunk", async () => {
    const lines = [
      { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: 1 } },
      { jsonrpc: "2.0", id: 1, result: { content: [] } },
      { jsonrpc: "2.0", method: "notifications/tools/list_changed" },
      { jsonrpc: "2.0", id: 7, method: "sampling/createMessage", params: {} },
    ];
    const { fromClient, gateway, received, sent } = await play({
      server({ method }, { fromServer }) {
        if (method === "tools/call") for (const line of lines) void fromServer(line);
      },
    });
    await fromClient(callOf(1, {}));
    await fromClient({ jsonrpc: "2.0", method: "notifications/roots/list_changed" });
    await gateway.idle();
    await gateway.fromServer(Buffer.from(" "));
    expect(received).toEqual(lines.map(textOf));
    expect(sent[1]).toContain("roots/list_changed");
    const reply = { jsonrpc: "2.0", id: 7, result: { role: "assistant" } };
    await fromClient(reply);
    expect(sent[2]).toBe(textOf(reply));
  });
});

describe("E3 before a tool", () => {
  it("hooks know the tool as mcp__SERVER__TOOL", async () => {
    const inputs: unknown[] = [];
    const { call } = await play({ hooks: { PreToolUse: note(inputs), PostToolUse: note(inputs) } });
    await call(1);
    expect(inputs).toMatchObject([
      {
        hook_event_name: "PreToolUse",
        tool_name: "mcp__files__echo",
        tool_input: { text: "hi" },
        tool_use_id: "call_1",
        mcp_server: { name: "files" },
      },
      {
        hook_event_name: "PostToolUse",
        tool_response: [{ type: "text", text: '{"text":"hi"}' }],
      },
    ]);
  });

  it("a refused call does not reach the server, and the model reads why", async () => {
    const { call, sent, reports } = await play({
      hooks: pre({ permissionDecision: "deny", permissionDecisionReason: "not here" }),
    });
    const answer = await call("a");
    expect(answer).toMatchObject({ jsonrpc: "2.0", id: "a", result: { isError: true } });
    expect(text(answer)).toEqual(["A PreToolUse hook refused this call: not here"]);
    expect(sent).toEqual([]);
    expect(reports.join()).toContain("not here");
  });

  it("F2 a rewritten input reaches the server; the rest of the line stays", async () => {
    const { fromClient, gateway, sent } = await play({
      hooks: pre({ updatedInput: { text: "changed" } }),
    });
    await fromClient(
      '{"jsonrpc":"2.0", "id":1.0,"method":"tools/call","params":{"name":"echo","arguments":{"text":"hi"},"_meta":{"big":12345678901234567890}}}',
    );
    await gateway.idle();
    expect(sent).toEqual([
      '{"jsonrpc":"2.0", "id":1.0,"method":"tools/call","params":{"name":"echo","arguments":{"text":"changed"},"_meta":{"big":12345678901234567890}}}',
    ]);
  });

  it("F3 a stop does not run the call, and says that the client continues", async () => {
    const { call, sent, reports } = await play({
      hooks: { PreToolUse: [{ hooks: [() => ({ continue: false, stopReason: "enough" })] }] },
    });
    expect(text(await call(1))).toEqual(["The call did not run. enough"]);
    expect(sent).toEqual([]);
    expect(reports.join("\n")).toContain("which no MCP server can do");
  });

  it("A4 context comes after the result", async () => {
    const { call } = await play({ hooks: pre({ additionalContext: "mind the gap" }) });
    expect(text(await call(1))).toEqual([
      '{"text":"hi"}',
      '<hook event="PreToolUse:mcp__files__echo">\nmind the gap\n</hook>',
    ]);
  });
});

describe("E4 questions", () => {
  const ask = pre({ permissionDecision: "ask", permissionDecisionReason: "sure?" });

  it("a client that cannot ask its user gets a refusal with the reason", async () => {
    const { call, initialize, sent } = await play({ hooks: ask });
    await initialize({ elicitation: { url: {} } });
    expect(text(await call(1))).toEqual(["sure?"]);
    expect(sent).toHaveLength(1);
  });

  it.each([
    [{ result: { action: "accept", content: { approve: true } } }, true],
    [{ result: { action: "accept", content: { approve: false } } }, false],
    [{ result: { action: "accept", content: { approve: "true" } } }, false],
    [{ result: { action: "accept" } }, false],
    [{ result: { action: "decline" } }, false],
    [{ result: { action: "cancel" } }, false],
    [{ error: { code: -32601, message: "no such method" } }, false],
    [{ result: null }, false],
  ])("%j: runs %s", async (reply, runs) => {
    const { fromClient, requestOf, answerTo, initialize, sent } = await play({ hooks: ask });
    await initialize(form);
    await fromClient(callOf(1, { path: "a\u001b[2Jb" }));
    const { id, params } = await requestOf("elicitation/create");
    expect(params).toMatchObject({
      message: expect.stringMatching(/mcp__files__echo.*\nsure\?/),
      requestedSchema: { required: ["approve"] },
    });
    expect((params as { message: string }).message).not.toContain("\u001b");
    await fromClient({ jsonrpc: "2.0", id, ...reply });
    expect(await answerTo(1)).toMatchObject({ result: { isError: !runs } });
    expect(sent.filter((line) => line.includes("tools/call"))).toHaveLength(runs ? 1 : 0);
    expect(sent.join()).not.toContain(String(id));
  });

  it("a long input is shown with both ends", async () => {
    const { fromClient, requestOf, initialize } = await play({ hooks: ask });
    await initialize(form);
    await fromClient(callOf(1, { padding: "x".repeat(10_000), command: "rm -r /" }));
    const { params } = await requestOf("elicitation/create");
    const { message } = params as { message: string };
    expect(message).toContain("rm -r /");
    expect(message).toMatch(/6\d\d\d of 10\d\d\d characters are not shown/);
  });

  it("an answer without content is not the user's no", async () => {
    const { fromClient, requestOf, answerTo, initialize } = await play({ hooks: ask });
    await initialize(form);
    await fromClient(callOf(1, {}));
    const { id } = await requestOf("elicitation/create");
    await fromClient({ jsonrpc: "2.0", id, result: { action: "accept" } });
    expect(text(await answerTo(1)).join()).toContain("the client gave no valid answer of the user");
  });

  it("E4 a PermissionRequest hook answers instead of the user", async () => {
    const decision = { behavior: "allow", updatedInput: { text: "allowed" } };
    const { call, initialize, received } = await play({
      hooks: { ...ask, PermissionRequest: answering("PermissionRequest", { decision }) },
    });
    await initialize(form);
    expect(text(await call(1))).toEqual(['{"text":"allowed"}']);
    expect(received.join()).not.toContain("elicitation/create");
  });

  it("other messages pass while a question waits", async () => {
    const { fromClient, requestOf, answerTo, initialize } = await play({ hooks: ask });
    await initialize(form);
    await fromClient(callOf(1, {}));
    await requestOf("elicitation/create");
    await fromClient({ jsonrpc: "2.0", id: 2, method: "tools/list" });
    expect(await answerTo(2)).toMatchObject({ result: { method: "tools/list" } });
  });
});

describe("G1 permission rules of the settings", () => {
  it.each([
    [{ deny: ["mcp__files__echo"] }, /the settings deny this call/],
    [{ deny: ["mcp__files"] }, /the settings deny this call/],
    [{ ask: ["mcp__files__*"] }, /require approval/],
    [{ ask: ["mcp__files__echo"], defaultMode: "dontAsk" }, /asks no one/],
    [{ deny: ["mcp__file"], ask: ["mcp__files__other"] }, undefined],
  ])("%j", async (permissions, refusal) => {
    const { call } = await play({ permissions });
    const [answer] = text(await call(1));
    if (refusal) expect(answer).toMatch(refusal);
    else expect(answer).toBe('{"text":"hi"}');
  });

  it("with askFirst, a call that no rule allows needs approval", async () => {
    const refused = await play({ askFirst: true });
    expect(text(await refused.call(1))).toEqual([
      "no rule allows mcp__files__echo, and no one is available to approve it",
    ]);
    const allowed = await play({ askFirst: true, permissions: { allow: ["mcp__files__echo"] } });
    expect(text(await allowed.call(1))).toEqual(['{"text":"hi"}']);
  });
});

describe("a tool with another name", () => {
  const toolNames = new Map([["run", "Bash"]]);

  it.each(["mcp__files__run", "mcp__files", "mcp__files__*", "Bash", "Bash(rm:*)"])(
    "G1 a deny rule for %s holds",
    async (rule) => {
      const { call, sent } = await play({ toolNames, permissions: { deny: [rule] } });
      expect(text(await call(1, { command: "rm -r x" }, "run"))[0]).toContain("the settings deny");
      expect(sent).toEqual([]);
    },
  );

  it("hooks for both names run, once each", async () => {
    const names: unknown[] = [];
    const hook = (name: string) => () => void names.push(name);
    const { call } = await play({
      toolNames,
      hooks: {
        PreToolUse: [
          { matcher: "Bash", hooks: [hook("Bash")] },
          { matcher: "mcp__files__.*", hooks: [hook("mcp")] },
          { matcher: "mcp__files__run|Bash", hooks: [hook("both")] },
          { matcher: "Read", hooks: [hook("Read")] },
        ],
        PostToolUse: [{ matcher: "mcp__files__run", hooks: [hook("after")] }],
      },
    });
    await call(1, { command: "ls" }, "run");
    expect(names).toEqual(["Bash", "mcp", "both", "after"]);
  });

  it("updatedMCPToolOutput replaces the output", async () => {
    const { call } = await play({ toolNames, hooks: post({ updatedMCPToolOutput: "removed" }) });
    expect(text(await call(1, { command: "ls" }, "run"))).toEqual(["removed"]);
  });

  it("a PermissionRequest hook for the name of the server's tool answers", async () => {
    const decision = { behavior: "deny", message: "not this tool" };
    const [group] = answering("PermissionRequest", { decision });
    const { call, initialize } = await play({
      toolNames,
      permissions: { ask: ["Bash"] },
      hooks: { PermissionRequest: [{ ...group, matcher: "mcp__files__run" } as never] },
    });
    await initialize(form);
    expect(text(await call(1, { command: "ls" }, "run")).join()).toContain("not this tool");
  });
});

describe("E5 after a tool", () => {
  it("a hook replaces the output, also where it is repeated as structured content", async () => {
    const result = {
      content: [{ type: "text", text: '{"key":"secret"}' }],
      structuredContent: { key: "secret" },
      _meta: { key: "secret" },
      other: "secret",
    };
    const server = ({ id }: { id?: unknown }, { fromServer }: Parameters<typeof echoServer>[1]) =>
      void fromServer({ jsonrpc: "2.0", id, result, more: "secret" });
    const asText = await play({ server, hooks: post({ updatedMCPToolOutput: "removed" }) });
    expect(await asText.call(1)).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: { content: [{ type: "text", text: "removed" }] },
    });
    const asJson = await play({ server, hooks: post({ updatedToolOutput: '{"key":"***"}' }) });
    expect(await asJson.call(1)).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: {
        content: [{ type: "text", text: '{"key":"***"}' }],
        structuredContent: { key: "***" },
      },
    });
  });

  it.each([
    '"secret"',
    '["secret"]',
    "null",
    '{"content":"secret"}',
    '{"content":["secret"]}',
    '{"content":[{"text":"secret"}]}',
    '{"structuredContent":"secret"}',
  ])("a result that is not one of a tool becomes an error: %s", async (result) => {
    const { call, received } = await play({
      server: ({ id }, { fromServer }) =>
        void fromServer(`{"jsonrpc":"2.0","id":${id},"result":${result}}`),
      hooks: post({ updatedMCPToolOutput: "removed", additionalContext: "context" }),
    });
    expect(await call(1)).toMatchObject({ error: { code: -32603 } });
    expect(received.join()).not.toContain("secret");
  });

  it("a text after the result leaves the other fields as they were written", async () => {
    const { call, received } = await play({
      server: ({ id }, { fromServer }) =>
        void fromServer(
          `{"jsonrpc":"2.0","id":${id},"result":{"n":12345678901234567890,"content": [ ]}}`,
        ),
      hooks: post({ additionalContext: "context" }),
    });
    expect(text(await call(1))).toEqual([expect.stringContaining("context")]);
    expect(received[0]).toContain('{"n":12345678901234567890,"content": [{"type":"text"');
  });

  it("an error that is only a text keeps its text before that of hooks", async () => {
    const { call } = await play({
      server: ({ id }, { fromServer }) => void fromServer({ jsonrpc: "2.0", id, error: "broken" }),
      hooks: {
        PostToolUseFailure: answering("PostToolUseFailure", { additionalContext: "try again" }),
      },
    });
    expect(await call(1)).toMatchObject({
      error: { message: expect.stringMatching(/broken.*try again/s) },
    });
  });

  it("hooks get toolResult of the first version of MCP", async () => {
    const inputs: unknown[] = [];
    const { call } = await play({
      server: ({ id }, { fromServer }) =>
        void fromServer({ jsonrpc: "2.0", id, result: { toolResult: "secret" } }),
      hooks: { PostToolUse: note(inputs) },
    });
    await call(1);
    expect(inputs).toMatchObject([{ tool_response: [{ type: "text", text: '"secret"' }] }]);
  });

  it("a result that cannot be handled: the model reads that the server answered", async () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const { call, sent } = await play({
      server: ({ id }, { fromServer }) =>
        void fromServer(
          `{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":{"a":${deep}}}}`,
        ),
      hooks: post({ additionalContext: "context" }),
    });
    const [answer] = text(await call(1));
    expect(sent).toHaveLength(1);
    expect(answer).toMatch(/^The server answered the call, but/);
  });

  it("context and objections come after the result", async () => {
    const { call } = await play({
      hooks: {
        PostToolUse: [
          {
            hooks: [
              function guard() {
                return { decision: "block", reason: "check it" };
              },
            ],
          },
          ...answering("PostToolUse", { additionalContext: "context" }),
        ],
      },
    });
    const [result, hook = ""] = text(await call(1));
    expect(result).toBe('{"text":"hi"}');
    expect(hook).toContain("check it");
    expect(hook).toContain("context");
  });

  it("E6 a result with isError is a failure, and so is an error", async () => {
    const inputs: unknown[] = [];
    const hooks = {
      PostToolUse: note(inputs),
      PostToolUseFailure: [
        ...note(inputs),
        ...answering("PostToolUseFailure", { additionalContext: "try again" }),
      ],
    };
    const { call } = await play({ hooks });
    const failed = await call(1, { text: "x" }, "fail");
    expect(failed).toMatchObject({ result: { isError: true } });
    expect(text(failed)).toEqual(['{"text":"x"}', expect.stringContaining("try again")]);
    const error = { code: -32602, message: "no such tool" };
    const broken = await play({
      hooks,
      server: ({ id }, { fromServer }) => void fromServer({ jsonrpc: "2.0", id, error }),
    });
    expect(await broken.call(2)).toMatchObject({
      error: { code: -32602, message: expect.stringMatching(/^no such tool\n\n.*try again/s) },
    });
    expect(inputs).toMatchObject([
      { hook_event_name: "PostToolUseFailure", error: '{"text":"x"}', is_interrupt: false },
      { hook_event_name: "PostToolUseFailure", error: "no such tool" },
    ]);
  });

  it("a call that the server runs as a task is passed on, and the user sees what hooks miss", async () => {
    const inputs: unknown[] = [];
    const { call, reports } = await play({
      hooks: { PostToolUse: note(inputs) },
      server: ({ id }, { fromServer }) =>
        void fromServer({ jsonrpc: "2.0", id, result: { task: { taskId: "t1" } } }),
    });
    expect(await call(1)).toMatchObject({ result: { task: { taskId: "t1" } } });
    expect(inputs).toEqual([]);
    expect(reports.join()).toContain("as a task");
  });
});

describe("E1 sessions", () => {
  it("context of SessionStart becomes part of the server's instructions", async () => {
    const { initialize, gateway } = await play({
      hooks: { SessionStart: answering("SessionStart", { additionalContext: "use metric units" }) },
    });
    expect(gateway.isStarted()).toBe(false);
    expect(await initialize()).toMatchObject({
      result: {
        instructions: 'Be careful.\n\n<hook event="SessionStart">\nuse metric units\n</hook>',
      },
    });
    expect(gateway.isStarted()).toBe(true);
  });
});

describe("a hook that fails", () => {
  it("T3 the line for the log has no secrets of the input", async () => {
    const { call, reports } = await play({
      settingsHooks: { PreToolUse: [{ hooks: [{ type: "command", command: "exit 3" }] }] },
    });
    await call(1, { token: "abcdefgh12345678", path: "notes" });
    expect(reports.join()).toContain("notes");
    expect(reports.join()).not.toContain("abcdefgh12345678");
  });

  it.each(["PostToolUse", "PostToolUseFailure"])(
    'after the tool, with onFailure "block" (%s): the output is withheld',
    async (event) => {
      const handler = { type: "command", command: "exit 3", onFailure: "block" };
      const { call, sent, received, reports } = await play({
        settingsHooks: { [event]: [{ hooks: [handler] }] },
      });
      const tool = event === "PostToolUse" ? "echo" : "fail";
      const [answer] = text(await call(1, { text: "secret" }, tool));
      expect(answer).toBe(
        `The call ran, and its output is withheld: the ${event} hook exit 3 failed, and its onFailure is "block"`,
      );
      expect(sent).toHaveLength(1);
      expect(received.join()).not.toContain("secret");
      expect(reports.join()).toContain("withheld");
    },
  );

  it("after the tool, without onFailure: the output is passed on", async () => {
    const { call } = await play({
      settingsHooks: { PostToolUse: [{ hooks: [{ type: "command", command: "exit 3" }] }] },
    });
    expect(text(await call(1))).toEqual(['{"text":"hi"}']);
  });

  it("does not refuse the call, and the user sees it", async () => {
    const { call, reports } = await play({
      hooks: {
        PreToolUse: [
          {
            hooks: [
              () => {
                throw new Error("broken hook");
              },
            ],
          },
        ],
      },
    });
    expect(text(await call(1))).toEqual(['{"text":"hi"}']);
    expect(reports.join()).toContain("broken hook");
  });
});
