import { describe, expect, it } from "vitest";
import { answering, callOf, play } from "../testing/play.ts";

const secret = '{"content":[{"type":"text","text":"secret"}]}';
const clean = '{"content":[]}';

describe("messages of the server that programs could read in different ways", () => {
  it.each([
    ["a repeated key", `{"jsonrpc":"2.0","id":1,"result":${secret},"result":${clean}}`],
    ["a repeated id", `{"jsonrpc":"2.0","id":1,"id":7,"result":${secret}}`],
    ["an id in another case", `{"jsonrpc":"2.0","ID":1,"result":${secret}}`],
    ["a result in another case", `{"jsonrpc":"2.0","id":1,"Result":${secret},"result":${clean}}`],
    ["letters that fold", `{"jsonrpc":"2.0","id":1,"re\u017fult":${secret},"result":${clean}}`],
    ["result and error", `{"jsonrpc":"2.0","id":1,"result":${secret},"error":{"message":"x"}}`],
    ["result and error null", `{"jsonrpc":"2.0","id":1,"result":${secret},"error":null}`],
    ["result and method", `{"jsonrpc":"2.0","id":1,"method":"x","result":${secret}}`],
    ["content twice", `{"jsonrpc":"2.0","id":1,"result":{"content":["secret"],"content":[]}}`],
    ["Content", `{"jsonrpc":"2.0","id":1,"result":{"content":[],"Content":["secret"]}}`],
    ["Text", '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","Text":"secret"}]}}'],
    ["in a list", `[{"jsonrpc":"2.0","id":1,"method":"x","result":${secret}}]`],
  ])("%s: the client gets an error for the call", async (_name, line) => {
    const failures: unknown[] = [];
    const { call, received, reports } = await play({
      server: (_message, { fromServer }) => void fromServer(line),
      hooks: { PostToolUseFailure: [{ hooks: [({ error }) => void failures.push(error)] }] },
    });
    expect(await call(1)).toMatchObject({ error: { code: -32603 } });
    expect(received).toHaveLength(1);
    expect(received.join()).not.toContain("secret");
    expect(failures).toHaveLength(1);
    expect(reports.join()).toContain("was not passed on");
  });

  it("a result without a valid id and a line without a method are not passed on", async () => {
    const { fromServer, received, reports } = await play();
    await fromServer(`{"jsonrpc":"2.0","id":null,"result":${secret}}`);
    await fromServer('{"jsonrpc":"2.0","id":1}');
    expect(received).toEqual([]);
    expect(reports).toHaveLength(2);
  });

  it("a request of the server is answered with an error", async () => {
    const { fromServer, received, sent } = await play();
    await fromServer(
      '{"jsonrpc":"2.0","id":"s","method":"ping","Method":"sampling/createMessage"}',
    );
    expect(received).toEqual([]);
    expect(sent.map((line) => JSON.parse(line))).toMatchObject([
      { id: "s", error: { code: -32600 } },
    ]);
  });

  it("another request keeps its answer, and so does a call after it", async () => {
    const { fromClient, fromServer, answerTo } = await play({
      server: () => {},
      hooks: { PostToolUse: answering("PostToolUse", { updatedMCPToolOutput: "removed" }) },
    });
    await fromClient({ jsonrpc: "2.0", id: 2, method: "tools/list" });
    await fromClient(callOf(3, {}));
    await fromServer(`{"jsonrpc":"2.0","id":9,"ID":2,"result":{}}`);
    await fromServer(`{"jsonrpc":"2.0","id":3,"result":${secret}}`);
    expect(await answerTo(2)).toMatchObject({ error: { code: -32603 } });
    expect(await answerTo(3)).toMatchObject({ result: { content: [{ text: "removed" }] } });
  });
});

describe("methods of the client that a server could take for another", () => {
  it.each([
    "Tools/Call",
    "tools/call ",
    "\ttools/call",
    "tools/call\u0000",
    "tool\u017f/call",
    7,
    null,
  ])("%j is refused", async (method) => {
    const { fromClient, sent, answerTo } = await play({
      permissions: { deny: ["mcp__files__echo"] },
    });
    await fromClient({ ...callOf(1, {}), method });
    expect(await answerTo(1)).toMatchObject({ error: { code: -32600 } });
    expect(sent).toEqual([]);
  });
});
