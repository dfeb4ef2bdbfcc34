import { describe, expect, it } from "vitest";
import { callOf, play } from "./testing/play.ts";

/** A hook that waits until it is released, and notes when it started. */
function gate() {
  const started = Promise.withResolvers<void>();
  const released = Promise.withResolvers<object | undefined>();
  const hook = async () => {
    started.resolve();
    return released.promise;
  };
  return { hook, started: started.promise, release: released.resolve };
}
const cancelling = (requestId: unknown) => ({
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId },
});
const silent = () => {};

describe("P18 cancellation", () => {
  it("while a hook runs before the tool: the server never gets the call", async () => {
    const { hook, started, release } = gate();
    const { fromClient, sent, received, gateway } = await play({
      hooks: { PreToolUse: [{ hooks: [hook] }] },
    });
    await fromClient(callOf(1, {}));
    await started;
    await fromClient(cancelling(1));
    release(undefined);
    await gateway.clientGone();
    expect({ sent, received }).toEqual({ sent: [], received: [] });
  });

  it("while the tool runs: the server is told, and its late answer is dropped", async () => {
    const inputs: unknown[] = [];
    const { fromClient, fromServer, sent, received, gateway } = await play({
      server: silent,
      hooks: { PostToolUseFailure: [{ hooks: [(input) => void inputs.push(input)] }] },
    });
    await fromClient(callOf(1, {}));
    await fromClient(cancelling(1));
    await fromServer({ jsonrpc: "2.0", id: 1, result: { content: [] } });
    await gateway.clientGone();
    expect(JSON.parse(sent[1] ?? "")).toEqual(cancelling(1));
    expect(received).toEqual([]);
    expect(inputs).toMatchObject([{ is_interrupt: true }]);
  });

  it("while the user is asked: the question is cancelled too", async () => {
    const { fromClient, requestOf, initialize, sent } = await play({
      permissions: { ask: ["mcp__files"] },
    });
    await initialize({ elicitation: { form: {} } });
    await fromClient(callOf(1, {}));
    const { id } = await requestOf("elicitation/create");
    await fromClient(cancelling(1));
    expect(await requestOf("notifications/cancelled")).toMatchObject({ params: { requestId: id } });
    expect(sent.join()).not.toContain("tools/call");
  });
});

describe("several calls", () => {
  it("run at the same time, and are answered in the order in which they end", async () => {
    const { hook, started, release } = gate();
    const { fromClient, call, answerTo, received } = await play({
      hooks: { PreToolUse: [{ matcher: "mcp__files__slow", hooks: [hook] }] },
    });
    await fromClient(callOf(1, { n: 1 }, "slow"));
    await started;
    await call(2, { n: 2 });
    release(undefined);
    await answerTo(1);
    expect(received.map((line) => JSON.parse(line).id)).toEqual([2, 1]);
  });

  it("an id that is in use is refused, as a number and as a text", async () => {
    const { fromClient, received, sent } = await play({ server: silent });
    await fromClient(callOf(1, {}));
    await fromClient(callOf("1", { other: true }));
    expect(sent).toHaveLength(1);
    expect(JSON.parse(received[0] ?? "")).toMatchObject({ id: "1", error: { code: -32600 } });
  });

  it("an answer that comes before the call, or twice, is dropped", async () => {
    const { hook, started, release } = gate();
    const { fromClient, fromServer, answerTo, received, reports } = await play({
      server: silent,
      hooks: { PreToolUse: [{ hooks: [hook] }] },
    });
    await fromClient(callOf(1, {}));
    await started;
    const early = { jsonrpc: "2.0", id: 1, result: { content: [{ type: "text", text: "early" }] } };
    await fromServer(early);
    release(undefined);
    await new Promise((resolve) => setImmediate(resolve));
    await fromServer({ jsonrpc: "2.0", id: "1", result: { content: [] } });
    await answerTo("1");
    await fromServer(early);
    expect(received).toHaveLength(1);
    expect(reports.filter((line) => line.includes("did not get"))).toHaveLength(2);
  });
});

describe("lists of messages", () => {
  it("a list with calls is answered with one list; hooks get each call", async () => {
    const tools: unknown[] = [];
    const { fromClient, gateway, received } = await play({
      hooks: { PreToolUse: [{ hooks: [({ tool_name }) => void tools.push(tool_name)] }] },
    });
    await fromClient([
      callOf(1, { n: 1 }),
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 2, method: "ping" },
      callOf(3, { n: 3 }, "other"),
      { jsonrpc: "2.0", id: {}, method: "ping" },
    ]);
    await gateway.idle();
    expect(tools).toEqual(["mcp__files__echo", "mcp__files__other"]);
    expect(received).toHaveLength(1);
    const ids = JSON.parse(received[0] ?? "").map(({ id }: { id: unknown }) => id);
    expect(ids).toHaveLength(4);
    expect(ids).toEqual(expect.arrayContaining([1, 2, 3, {}]));
  });

  it("a list of the server is passed on as it is, if no hook is concerned", async () => {
    const { fromClient, gateway, received } = await play({ server: silent });
    const list = '[{"jsonrpc":"2.0","id":1,"result":{}} , {"jsonrpc":"2.0","id":2,"result":{}}]';
    await fromClient({ jsonrpc: "2.0", id: 1, method: "ping" });
    await fromClient({ jsonrpc: "2.0", id: 2, method: "ping" });
    await gateway.fromServer(Buffer.from(list));
    await gateway.idle();
    expect(received).toEqual([list]);
  });
});

describe("messages that are not passed on", () => {
  it.each([
    ["{", -32700],
    ['"text"', -32600],
    ["[]", -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/call"}', -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","METHOD":"tools/call"}', -32600],
    [
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","Name":"b","arguments":{}}}',
      -32600,
    ],
    [
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"p":1,"\\u0070":2}}}',
      -32600,
    ],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":1}}', -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":[]}}', -32602],
    ['{"jsonrpc":"2.0","id":null,"method":"tools/call","params":{"name":"a"}}', -32600],
  ])("%s", async (line, code) => {
    const { fromClient, sent, received } = await play();
    await fromClient(line);
    expect(sent).toEqual([]);
    expect(received.map((one) => JSON.parse(one).error.code)).toEqual([code]);
  });

  it("a call without an id, and bytes that are not UTF-8", async () => {
    const { fromClient, gateway, sent, reports } = await play();
    await fromClient({ jsonrpc: "2.0", method: "tools/call", params: { name: "a" } });
    await gateway.fromClient(Buffer.from([0x7b, 0xff, 0x7d]));
    expect(sent).toEqual([]);
    expect(reports).toEqual([
      expect.stringContaining("without an id"),
      expect.stringContaining("not UTF-8"),
    ]);
  });

  it("what a server prints beside its messages is for the user", async () => {
    const { gateway, received, reports } = await play();
    await gateway.fromServer(Buffer.from("listening on \u001b[1mstdio"));
    for (let index = 0; index < 100; index += 1) await gateway.fromServer(Buffer.from("noise"));
    expect(received).toEqual([]);
    expect(reports[0]).toContain("not a message: listening on ");
    expect(reports[0]).not.toContain("\u001b");
    expect(reports).toHaveLength(20);
  });
});

describe("a server that is gone", () => {
  it("every request gets an error, and hooks see the calls fail", async () => {
    const errors: unknown[] = [];
    const { fromClient, gateway, received } = await play({
      server: silent,
      hooks: { PostToolUseFailure: [{ hooks: [({ error }) => void errors.push(error)] }] },
    });
    await fromClient(callOf(1, {}));
    await fromClient({ jsonrpc: "2.0", id: 2, method: "tools/list" });
    await gateway.serverGone("the server exited with code 3");
    const answers = received.map((line) => JSON.parse(line));
    expect(answers.map(({ id }) => id).toSorted()).toEqual([1, 2]);
    for (const { error } of answers)
      expect(error).toEqual({ code: -32000, message: "the server exited with code 3" });
    expect(errors).toEqual(["the server exited with code 3"]);
  });
});

describe("huge messages", () => {
  it("10 MB pass in both directions, unchanged and rewritten", async () => {
    const large = 'ä"\\'.repeat(2_500_000);
    const { call, sent, received } = await play();
    await call(1, { large });
    expect(sent[0]).toBe(JSON.stringify(callOf(1, { large })));
    expect(received[0]?.length).toBeGreaterThan(10_000_000);
    const changing = await play({
      hooks: {
        PreToolUse: [
          {
            hooks: [
              () => ({
                hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: { small: 1 } },
              }),
            ],
          },
        ],
      },
    });
    await changing.call(1, { large });
    expect(changing.sent[0]).toBe(JSON.stringify(callOf(1, { small: 1 })));
  });
});
