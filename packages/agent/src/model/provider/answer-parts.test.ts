import { expect, it } from "vitest";
import type { AnswerPart } from "../model.ts";
import { noUsage } from "../usage.ts";
import { answerParts } from "./answer-parts.ts";

it("each block has its index, begins after the one before has stopped, and the message ends last", () => {
  const found: AnswerPart[] = [];
  const parts = answerParts((part) => found.push(part), "m");
  parts.start("msg_1", "m1");
  parts.begin(0, { type: "thinking", thinking: "" });
  parts.grow(0, {
    type: "reasoning-delta",
    id: "0",
    delta: "hm",
    providerMetadata: { anthropic: { signature: "s" } },
  });
  parts.begin(1, { type: "text", text: "" });
  parts.grow(1, { type: "text-delta", id: "1", delta: "hi" });
  parts.begin(2, { type: "tool_use", id: "t1", name: "Bash", input: { command: "ls" } });
  parts.end("tool_use", noUsage);
  expect(found).toEqual([
    { type: "message_start", id: "msg_1", model: "m1" },
    { type: "content_block_start", index: 0, block: { type: "thinking", thinking: "" } },
    {
      type: "content_block_delta",
      index: 0,
      delta: { type: "thinking_delta", thinking: "hm" },
    },
    { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "s" } },
    { type: "content_block_stop", index: 0 },
    { type: "content_block_start", index: 1, block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "hi" } },
    { type: "content_block_stop", index: 1 },
    {
      type: "content_block_start",
      index: 2,
      block: { type: "tool_use", id: "t1", name: "Bash", input: {} },
    },
    {
      type: "content_block_delta",
      index: 2,
      delta: { type: "input_json_delta", partial_json: '{"command":"ls"}' },
    },
    { type: "content_block_stop", index: 2 },
    { type: "message_delta", stopReason: "tool_use", usage: noUsage },
    { type: "message_stop" },
  ]);
});
