import { systemClock } from "@snaphook/engine/internal";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ConversationMessage } from "../conversation/message.ts";
import { createModel } from "../model/create-model.ts";
import { type Model, type ModelAnswer, ModelError, type ModelRequest } from "../model/model.ts";
import { noUsage } from "../model/usage.ts";
import { askForSummary, type SummaryRequest } from "./ask-for-summary.ts";
import { autoCompactLimit } from "./auto-compact-limit.ts";
import { compactedMessages } from "./compacted-messages.ts";
import { isTooShort, splitConversation } from "./split-conversation.ts";
import { readSummary, summaryPrompt } from "./summary-prompt.ts";

const user = (text: string): ConversationMessage => ({
  role: "user",
  content: [{ type: "text", text }],
});
const assistant = (text: string): ConversationMessage => ({
  role: "assistant",
  content: [{ type: "text", text }],
});
const call = (id: string, result: string): readonly ConversationMessage[] => [
  { role: "assistant", content: [{ type: "tool_use", id, name: "Read", input: {} }] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: result }] },
];

describe("G8 what is kept out of a summary", () => {
  it.each([
    ["nothing of an empty conversation", [], 0],
    ["a single prompt", [user("a")], 1],
    ["the newest prompt", [user("a"), assistant("b"), user("c")], 1],
    ["the last call and its result", [user("a"), ...call("1", "x"), ...call("2", "y")], 2],
    ["nothing if the model spoke last", [user("a"), assistant("b")], 0],
  ] as const)("%s", (_, messages, kept) => {
    expect(splitConversation(messages).kept).toHaveLength(kept);
  });

  it("no message is lost or repeated, and no call is parted from its result", () => {
    const turn = fc.oneof(
      fc.string().map((text) => [user(text), assistant(text)]),
      fc.uuid().map((id) => [...call(id, "result")]),
    );
    const conversation = fc
      .tuple(fc.array(turn), fc.boolean())
      .map(([turns, open]) => [user("start"), ...turns.flat(), ...(open ? [user("more")] : [])]);
    fc.assert(
      fc.property(conversation, (messages) => {
        const { summarised, kept } = splitConversation(messages);
        expect([...summarised, ...kept]).toEqual(messages);
        const calls = summarised.flatMap(({ content }) =>
          [...content].flatMap((block) => (block.type === "tool_use" ? [block.id] : [])),
        );
        const results = summarised.flatMap(({ content }) =>
          [...content].flatMap((block) =>
            block.type === "tool_result" ? [block.tool_use_id] : [],
          ),
        );
        expect(results).toEqual(calls);
      }),
    );
  });

  it("a single message is too short to sum up", () => {
    expect([isTooShort([]), isTooShort([user("a")])]).toEqual([true, true]);
    expect(isTooShort([user("a"), assistant("b")])).toBe(false);
  });
});

describe("E14 the limit", () => {
  const none = { flag: undefined, env: {}, enabled: [], window: undefined };
  it.each([
    ["80 % of the usual window", {}, 160_000],
    ["80 % of the model's window", { window: 1_000_000 }, 800_000],
    ["the flag", { flag: 5000, window: 1_000_000 }, 5000],
    ["never with the variable", { flag: 5000, env: { DISABLE_AUTO_COMPACT: "1" } }, undefined],
    ["as before with the variable set to 0", { env: { DISABLE_AUTO_COMPACT: "0" } }, 160_000],
    ["never with the setting", { enabled: [true, false] }, undefined],
    ["the highest setting wins", { enabled: [false, true] }, 160_000],
  ] as const)("%s", (_, sources, limit) => {
    expect(autoCompactLimit({ ...none, ...sources })).toBe(limit);
  });
});

it.each([
  ["claude-opus-5", 1_000_000],
  ["claude-haiku-4-5-20251001", 200_000],
  ["claude-of-tomorrow", undefined],
])("E14 the window of %s is %j", async (model, window) => {
  const env = { ANTHROPIC_API_KEY: "key" };
  const { contextWindow } = await createModel({ model, env, clock: systemClock });
  expect(contextWindow).toBe(window);
});

describe("the summary", () => {
  it.each([
    ["plain", "plain"],
    ["before <summary>\nin\n</summary> after", "in"],
    ["<summary>cut off", "cut off"],
    ["<summary> </summary>", ""],
  ])("of %j is %j", (answer, summary) => {
    expect(readSummary(answer)).toBe(summary);
  });

  it("is asked for with the instructions, unchanged and in order", () => {
    const { text } = summaryPrompt(["", "keep A", " \n", '{"keep": "B"}\n']);
    expect(text.endsWith('keep A\n\n{"keep": "B"}\n')).toBe(true);
    expect(summaryPrompt([""]).text).not.toContain("instructions:");
  });

  it("replaces what was summed up, after instructions and context, before what is kept", () => {
    const kept = call("1", "x");
    const preceding = [{ type: "text", text: "context" }] as const;
    const parts = { summary: "S", preceding, head: "head\n\n", kept, continues: false };
    const [first, ...rest] = compactedMessages(parts);
    expect(first?.content).toEqual([
      { type: "text", text: "context" },
      { type: "text", text: expect.stringMatching(/^head\n\n[\s\S]*<summary>\nS\n<\/summary>$/) },
    ]);
    expect(rest).toEqual(kept);
  });
});

describe("asking for a summary", () => {
  const answering = (text: string, stopReason = "end_turn"): ModelAnswer => ({
    id: "m",
    model: "m",
    content: [{ type: "text", text }],
    stopReason,
    usage: noUsage,
  });
  /** A model that takes this many characters. */
  function modelFor(characters: number, requests: ModelRequest[] = []): Model {
    return {
      id: "m",
      async answer(request) {
        requests.push(request);
        if (JSON.stringify(request.messages).length > characters)
          throw new ModelError("too long", "unknown", 400, {});
        return answering("<summary>S</summary>");
      },
    };
  }
  const messages = [
    user("the task"),
    ...Array.from({ length: 20 }, (_, n) => call(`${n}`, "long ".repeat(1000))).flat(),
  ];
  const request: SummaryRequest = {
    system: "",
    tools: [],
    signal: new AbortController().signal,
    messages,
    instructions: [],
    fits: 1,
    shorten: "trimmed",
  };

  it("sends less and less of a conversation that is too long, and always the task", async () => {
    const requests: ModelRequest[] = [];
    const { text } = await askForSummary(modelFor(40_000, requests), request);
    expect(text).toBe("S");
    const sizes = requests.map((one) => JSON.stringify(one.messages).length);
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    expect(requests.every((one) => JSON.stringify(one.messages).includes("the task"))).toBe(true);
  });

  it("gives up if nothing fits", async () => {
    const requests: ModelRequest[] = [];
    await expect(askForSummary(modelFor(10, requests), request)).rejects.toThrow("too long");
    expect(requests.length).toBeLessThan(10);
  });

  it.each([
    ["an empty answer", answering("<summary></summary>")],
    ["a refusal", answering("I would rather not.", "refusal")],
  ])("%s is not a summary", async (_, answer) => {
    const model: Model = { id: "m", answer: async () => answer };
    await expect(askForSummary(model, request)).rejects.toThrow("no summary");
  });
});
