import { brand } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import type { ConversationMessage } from "../conversation/message.ts";
import { createModel } from "./create-model.ts";
import { hookModel } from "./hook-model.ts";
import { hookModelChoice } from "./hook-model-choice.ts";
import { messagesApi, saying } from "./testing/messages-api.ts";
import { instantClock, user } from "./testing/requests.ts";

const schema = {
  type: "object",
  properties: { ok: { type: "boolean" }, reason: { type: "string" } },
  required: ["ok"],
  additionalProperties: false,
};

async function asking(
  { named, conversation = [] }: { named?: string; conversation?: readonly unknown[] } = {},
  more: Readonly<Record<string, string>> = {},
) {
  const api = await messagesApi(saying('{"ok": false, "reason": "no"}'));
  const env = { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: "key-1", ...more };
  const model = await createModel({ model: "claude-main", env, clock: instantClock() });
  const askModel = hookModelChoice({ model, env, warn() {} });
  const answer = await hookModel(askModel).ask({
    model: named,
    prompt: "Is it safe?",
    conversation,
    schema,
    signal: new AbortController().signal,
  });
  return { answer, received: api.received[0] };
}

describe("hookModel", () => {
  it("H2 asks with the prompt as one message, thinking off, no tools, and answers with the text", async () => {
    const { answer, received } = await asking();
    expect(answer).toBe('{"ok": false, "reason": "no"}');
    expect(received?.headers[brand.purposeHeader]).toBe("hook-prompt");
    expect(received?.body).toMatchObject({
      max_tokens: 4000,
      thinking: { type: "disabled" },
      messages: [{ role: "user", content: [{ type: "text", text: "Is it safe?" }] }],
      output_config: { format: { type: "json_schema" } },
    });
    expect(received?.body).not.toHaveProperty("tools");
  });

  it.each([
    [
      "the one it names",
      "claude-named",
      { ANTHROPIC_DEFAULT_HAIKU_MODEL: "small-1" },
      "claude-named",
    ],
    ["a name for it", "haiku", { ANTHROPIC_DEFAULT_HAIKU_MODEL: "small-1" }, "small-1"],
    ["the small one", undefined, { ANTHROPIC_DEFAULT_HAIKU_MODEL: "small-1" }, "small-1"],
    ["else the main one", undefined, {}, "claude-main"],
  ])("H2 the model is %s", async (_which, named, env, id) => {
    const { received } = await asking(named === undefined ? {} : { named }, env);
    expect(received?.body["model"]).toBe(id);
  });

  it("H2 the conversation comes first, as text only, because the request has no tools", async () => {
    const conversation: ConversationMessage[] = [
      user("list"),
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "hm", signature: "s" },
          { type: "text", text: "Looking." },
          { type: "tool_use", id: "t1", name: "Bash", input: { command: "ls" } },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "t1", content: "a.txt\n", is_error: true },
          { type: "text", text: "context" },
        ],
      },
      { role: "assistant", content: [{ type: "text", text: "Done." }] },
    ];
    const { received } = await asking({ conversation: [...conversation, "not a message"] });
    const messages = received?.body["messages"] as { role: string; content: { text: string }[] }[];
    expect(messages.map(({ role, content }) => [role, ...content.map(({ text }) => text)])).toEqual(
      [
        ["user", "list"],
        ["assistant", "Looking.", '(call to the tool Bash: {"command":"ls"})'],
        ["user", "(failure of the tool)\na.txt\n", "context"],
        ["assistant", "Done."],
        ["user", "Is it safe?"],
      ],
    );
  });
});
