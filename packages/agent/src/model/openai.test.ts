import { describe, expect, it } from "vitest";
import type { AssistantBlock } from "../conversation/message.ts";
import { createModel } from "./create-model.ts";
import { type ChatTurn, chatCompletionsApi } from "./testing/chat-completions-api.ts";
import { instantClock, request, user } from "./testing/requests.ts";

async function asking(...turns: readonly ChatTurn[]) {
  const api = await chatCompletionsApi(...turns);
  const env = { OPENAI_BASE_URL: `${api.url}/v1` };
  const model = await createModel({ model: "local-1", env, clock: instantClock() });
  return { api, model };
}

const text: AssistantBlock = { type: "text", text: "hello" };
const call: AssistantBlock = { type: "tool_use", id: "c1", name: "Bash", input: { command: "ls" } };

describe("a model with the chat completions API", () => {
  it("needs no key, and its answer is read to the end", async () => {
    const { api, model } = await asking({ blocks: [text, call] });
    const deltas: string[] = [];
    const answer = await model.answer(request({ onText: (delta) => deltas.push(delta) }));
    expect(api.received[0]).toMatchObject({
      path: "/v1/chat/completions",
      body: {
        model: "local-1",
        messages: [
          { role: "system", content: "Be helpful." },
          { role: "user", content: "hello" },
        ],
      },
    });
    expect(api.received[0]?.headers).not.toHaveProperty("authorization");
    expect(deltas).toEqual(["hello"]);
    expect(answer).toEqual({
      id: "chat_0",
      model: "local-1",
      content: [text, call],
      stopReason: "tool_use",
      usage: {
        input_tokens: 10,
        output_tokens: 4,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 2,
      },
    });
  });

  it("texts before and after thinking are both kept, in order", async () => {
    const thinking = { type: "thinking", thinking: "hm" } as const;
    const { model } = await asking({ blocks: [text, thinking, { type: "text", text: "again" }] });
    expect((await model.answer(request())).content).toEqual([
      text,
      thinking,
      { type: "text", text: "again" },
    ]);
  });

  it("gets calls and results back in its own form", async () => {
    const { api, model } = await asking({ blocks: [text] });
    await model.answer(
      request({
        messages: [
          user("list"),
          { role: "assistant", content: [call] },
          {
            role: "user",
            content: [
              { type: "tool_result", tool_use_id: "c1", content: "a\n" },
              { type: "text", text: "note" },
            ],
          },
        ],
      }),
    );
    expect(api.received[0]?.body["messages"]).toMatchObject([
      { role: "system" },
      { role: "user", content: "list" },
      {
        role: "assistant",
        tool_calls: [{ id: "c1", function: { name: "Bash", arguments: '{"command":"ls"}' } }],
      },
      { role: "tool", tool_call_id: "c1", content: "a\n" },
      { role: "user", content: "note" },
    ]);
  });

  it.each([
    ["stop", [text], "end_turn"],
    ["length", [text], "max_tokens"],
    ["stop", [call], "tool_use"],
    ["content_filter", [text], "refusal"],
    ["odd", [text], "end_turn"],
  ])("maps %s to the stop reason of the Messages API", async (finish, blocks, stopReason) => {
    const { model } = await asking({ blocks, finish });
    expect((await model.answer(request())).stopReason).toBe(stopReason);
  });

  it("H2 gets a schema as part of the prompt", async () => {
    const { api, model } = await asking({ blocks: [{ type: "text", text: '{"ok": true}' }] });
    const schema = { type: "object", required: ["ok"] };
    const { content } = await model.answer(request({ purpose: "hook-prompt", schema }));
    expect(content).toEqual([{ type: "text", text: '{"ok": true}' }]);
    expect(JSON.stringify(api.received[0]?.body["messages"])).toContain("JSON Schema");
    expect(api.received[0]?.body).not.toHaveProperty("tools");
  });

  it("gets the effort, and is selected by openai:", async () => {
    const { api, model } = await asking({ blocks: [text] });
    await model.answer(request({ effort: "low", model: "openai:other-1" }));
    expect(api.received[0]?.body).toMatchObject({ model: "other-1", reasoning_effort: "low" });
  });

  it("E16 is retried when it fails", async () => {
    const { api, model } = await asking({ status: 401, message: "no" }, { blocks: [text] });
    expect((await model.answer(request())).content).toEqual([text]);
    expect(api.received).toHaveLength(2);
  });
});
