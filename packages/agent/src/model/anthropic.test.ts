import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AssistantBlock, ConversationMessage } from "../conversation/message.ts";
import { createModel } from "./create-model.ts";
import { loopbackServer, events as stream } from "./testing/loopback-server.ts";
import { messagesApi, saying, type Turn } from "./testing/messages-api.ts";
import { assistant, instantClock, request, user } from "./testing/requests.ts";

async function asking(...turns: readonly Turn[]) {
  const api = await messagesApi(...turns);
  const env = { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: "key-1" };
  const model = await createModel({ model: "claude-sonnet-5-5", env, clock: instantClock() });
  return { api, model };
}

const call: AssistantBlock = { type: "tool_use", id: "t1", name: "Bash", input: { command: "ls" } };
const withResult: readonly ConversationMessage[] = [
  user("list"),
  { role: "assistant", content: [{ type: "text", text: "Looking. " }, call] },
  {
    role: "user",
    content: [
      { type: "tool_result", tool_use_id: "t1", content: " a\n", is_error: true },
      { type: "text", text: "first" },
      { type: "text", text: "second\n" },
    ],
  },
];

/** The messages of a request, without what the server is asked to keep. */
function messagesOf(body: Readonly<Record<string, unknown>> | undefined): unknown {
  return JSON.parse(
    JSON.stringify(body?.["messages"], (key, value) =>
      key === "cache_control" ? undefined : value,
    ),
  );
}

describe("a model with the Messages API", () => {
  it("requests /v1/messages with key, model, system prompt, tools and a maximum length, thinking off", async () => {
    const { api, model } = await asking(saying("hi"));
    const tool = { name: "Bash", description: "runs", inputSchema: { type: "object" } };
    await model.answer(request({ tools: [tool] }));
    const [{ path, headers, body } = { path: "", headers: {}, body: {} }] = api.received;
    expect(path).toBe("/v1/messages");
    expect(headers["x-api-key"]).toBe("key-1");
    expect(body).toMatchObject({
      model: "claude-sonnet-5-5",
      max_tokens: 32_000,
      stream: true,
      system: [{ type: "text", text: "Be helpful.", cache_control: { type: "ephemeral" } }],
      tools: [{ name: "Bash", description: "runs", input_schema: { type: "object" } }],
    });
    expect(body).not.toHaveProperty("tool_choice.type", "tool");
  });

  it.each([
    ["claude-haiku-5-5", { type: "disabled" }],
    ["some-local-model", { type: "disabled" }],
  ])("H2 thinking is off: %s", async (name, thinking) => {
    const { api, model } = await asking(saying("hi"));
    await model.answer(request({ model: name }));
    expect(api.received[0]?.body).toMatchObject({ model: name, thinking });
  });

  it("passes effort to a model that takes it, and to no other", async () => {
    const { api, model } = await asking(saying("hi"));
    await model.answer(request({ effort: "high" }));
    await model.answer(request({ effort: "high", model: "claude-haiku-4-5" }));
    await model.answer(request({ effort: "enormous" }));
    const asked = api.received.map(({ body }) => body["output_config"]);
    expect(asked).toEqual([{ effort: "high" }, undefined, undefined]);
  });

  it("an image by its address reaches the service unchanged", async () => {
    const { api, model } = await asking(saying("hi"));
    const url = "https://example.com/a.png";
    const image = { type: "image", source: { type: "url", url } } as const;
    await model.answer(request({ messages: [{ role: "user", content: [image] }] }));
    expect(messagesOf(api.received[0]?.body)).toEqual([{ role: "user", content: [image] }]);
  });

  it("reads text as it arrives, the id, the usage and the stop reason", async () => {
    const { model } = await asking({ blocks: [{ type: "text", text: "hello there" }], pieces: 4 });
    const deltas: string[] = [];
    const answer = await model.answer(request({ onText: (delta) => deltas.push(delta) }));
    expect(deltas).toEqual(["hell", "o th", "ere"]);
    expect(answer).toEqual({
      id: "msg_0",
      model: "claude-sonnet-5-5",
      content: [{ type: "text", text: "hello there" }],
      stopReason: "end_turn",
      usage: {
        input_tokens: 10,
        output_tokens: 5,
        cache_creation_input_tokens: 3,
        cache_read_input_tokens: 2,
      },
    });
  });

  it("a usage that the server leaves out is unknown, not zero", async () => {
    const part = { type: "message", role: "assistant", id: "msg_1", content: [] };
    const events = [
      { type: "message_start", message: { ...part, usage: { input_tokens: 7 } } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "hi" } },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "end_turn" } },
      { type: "message_stop" },
    ];
    const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
    const api = await loopbackServer((response) => stream(response).end(text));
    const env = { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: "key-1" };
    const model = await createModel({ model: "claude-sonnet-5-5", env, clock: instantClock() });
    expect(await model.answer(request())).toMatchObject({
      content: [{ type: "text", text: "hi" }],
      usage: { input_tokens: 7, output_tokens: 0 },
      usageUnknown: true,
    });
  });

  it.each(["max_tokens", "refusal", "pause_turn", "stop_sequence"])(
    "passes on why an answer ended: %s",
    async (stopReason) => {
      const { model } = await asking({ blocks: [{ type: "text", text: "x" }], stopReason });
      expect((await model.answer(request())).stopReason).toBe(stopReason);
    },
  );

  it("a user message stays one message: results first, then the texts, errors marked", async () => {
    const { api, model } = await asking(saying("done"));
    await model.answer(request({ messages: withResult }));
    expect(messagesOf(api.received[0]?.body)).toEqual(withResult);
  });

  it.each([
    ["no JSON", '{"command": "l', '{"command": "l'],
    ["a text", '"ls"', "ls"],
    ["a list", "[1]", [1]],
    ["nothing", "", {}],
  ])("input that is %s is passed on, and can be sent again", async (_what, rawInput, input) => {
    const { api, model } = await asking({ blocks: [call], rawInput }, saying("sorry"));
    const { content } = await model.answer(request());
    expect(content).toEqual([{ ...call, input }]);
    const result = {
      type: "tool_result",
      tool_use_id: "t1",
      content: "bad",
      is_error: true,
    } as const;
    const messages: ConversationMessage[] = [
      user("x"),
      { role: "assistant", content },
      { role: "user", content: [result] },
    ];
    await model.answer(request({ messages }));
    expect(messagesOf(api.received[1]?.body)).toMatchObject([
      {},
      { content: [{ type: "tool_use", id: "t1", input: expect.any(Object) }] },
      { content: [result] },
    ]);
  });

  it("an empty text, which services refuse, is not sent back", async () => {
    const { api, model } = await asking(saying("hi"));
    const empty = { type: "text", text: "" } as const;
    const messages: ConversationMessage[] = [
      user("x"),
      { role: "assistant", content: [empty] },
      user("y"),
      { role: "assistant", content: [empty, call] },
      withResult[2] ?? user(""),
    ];
    await model.answer(request({ messages }));
    expect(messagesOf(api.received[0]?.body)).toEqual([
      { role: "user", content: [...user("x").content, ...user("y").content] },
      { role: "assistant", content: [call] },
      withResult[2],
    ]);
  });

  it("every conversation is sent unchanged", async () => {
    const { api, model } = await asking(saying("ok"));
    await fc.assert(
      fc.asyncProperty(conversation, async (messages) => {
        await model.answer(request({ messages }));
        expect(messagesOf(api.received.at(-1)?.body)).toEqual(messages);
      }),
      { numRuns: 60 },
    );
  });

  it("every answer is read as it was sent, however it is split", async () => {
    await fc.assert(
      fc.asyncProperty(answerBlocks, fc.integer({ min: 1, max: 7 }), async (blocks, pieces) => {
        const { model } = await asking({ blocks, pieces });
        expect((await model.answer(request())).content).toEqual(blocks);
      }),
      { numRuns: 40 },
    );
  });

  it("H2 a schema is sent as the service's option and in the prompt, never as a forced tool", async () => {
    const schema = {
      type: "object",
      properties: { ok: { type: "boolean" } },
      required: ["ok"],
      additionalProperties: false,
    };
    const { api, model } = await asking(saying('{"ok": true}'));
    const ask = request({ purpose: "hook-prompt", schema });
    const answers = [
      await model.answer(ask),
      await model.answer({ ...ask, model: "claude-3-haiku-20240307" }),
      await model.answer({ ...ask, model: "some-local-model" }),
    ];
    for (const { content } of answers)
      expect(content).toEqual([{ type: "text", text: '{"ok": true}' }]);
    const bodies = api.received.map(({ body }) => body);
    for (const body of bodies) {
      expect(body).not.toHaveProperty("tools");
      expect(body).not.toHaveProperty("tool_choice");
      expect(JSON.stringify(body["system"])).toContain("JSON Schema");
      expect(body["max_tokens"]).toBe(4000);
    }
    expect(bodies.map((body) => body["output_config"])).toEqual([
      { format: { type: "json_schema", schema } },
      undefined,
      undefined,
    ]);
  });

  it("uses the user's address and follows no redirect", async () => {
    const other = await messagesApi(saying("stolen"));
    const headers = { location: `${other.url}/v1/messages` };
    const { model } = await asking({ status: 307, headers });
    await expect(model.answer(request())).rejects.toMatchObject({ status: 307, kind: "unknown" });
    expect(other.received).toEqual([]);
  });

  it("uses a token instead of a key, and accepts an address with /v1", async () => {
    const api = await messagesApi(saying("hi"));
    const env = { ANTHROPIC_BASE_URL: `${api.url}/v1/`, ANTHROPIC_AUTH_TOKEN: "token-1" };
    const model = await createModel({ model: undefined, env, clock: instantClock() });
    await model.answer(request({ messages: [user("a"), assistant("b"), user("c")] }));
    expect(api.received[0]).toMatchObject({
      path: "/v1/messages",
      headers: { authorization: "Bearer token-1" },
    });
  });
});

const words = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 });
const texts = fc.array(fc.record({ type: fc.constant("text" as const), text: words }), {
  minLength: 1,
  maxLength: 3,
});
const thinking = fc.record({
  type: fc.constant("thinking" as const),
  thinking: words,
  signature: fc.constant("c2lnbmVk"),
});
const input = fc.dictionary(words, fc.jsonValue({ maxDepth: 2 }), {
  noNullPrototype: true,
  maxKeys: 3,
});

const redacted = fc.record({
  type: fc.constant("redacted_thinking" as const),
  data: fc.constant("c2VjcmV0"),
});

/** Thinking first and calls last, as models answer. */
const answerBlocks = fc
  .tuple(
    fc.option(fc.oneof(thinking, redacted), { nil: undefined }),
    texts,
    fc.array(input, { maxLength: 3 }),
  )
  .map(([thought, said, inputs]): AssistantBlock[] => [
    ...(thought ? [thought] : []),
    ...said,
    ...inputs.map((one, index) => ({
      type: "tool_use" as const,
      id: `call_${index}`,
      name: "Bash",
      input: JSON.parse(JSON.stringify(one)),
    })),
  ]);

/** Turns that end with a user message; each answer's calls get their results, some of them errors. */
const conversation = fc
  .tuple(texts, fc.array(fc.tuple(answerBlocks, texts, words, fc.boolean()), { maxLength: 3 }))
  .map(([first, turns]): ConversationMessage[] => [
    { role: "user", content: first },
    ...turns.flatMap(([content, said, result, failed]): ConversationMessage[] => [
      { role: "assistant", content },
      {
        role: "user",
        content: [
          ...content.flatMap((block) =>
            block.type === "tool_use"
              ? [
                  {
                    type: "tool_result" as const,
                    tool_use_id: block.id,
                    content: result,
                    ...(failed ? { is_error: true } : {}),
                  },
                ]
              : [],
          ),
          ...said,
        ],
      },
    ]),
  ]);
