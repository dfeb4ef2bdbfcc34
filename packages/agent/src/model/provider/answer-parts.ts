import { randomUUID } from "node:crypto";
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { AssistantBlock } from "../../conversation/message.ts";
import type { AnswerPart, ModelAnswer } from "../model.ts";
import type { Usage } from "../usage.ts";

/** Reports the parts of an answer as the Messages API streams them: blocks one after another, each with its index. */
export function answerParts(onPart: (part: AnswerPart) => void, model: string) {
  let isStarted = false;
  let open: number | undefined;
  const start = (id: string = `msg_${randomUUID()}`, modelId: string = model) => {
    if (!isStarted) onPart({ type: "message_start", id, model: modelId });
    isStarted = true;
  };
  const stopBlock = () => {
    if (open !== undefined) onPart({ type: "content_block_stop", index: open });
    open = undefined;
  };
  return {
    start,
    begin(index: number, block: AssistantBlock) {
      start();
      stopBlock();
      open = index;
      onPart({ type: "content_block_start", index, block: withoutInput(block) });
      if (block.type !== "tool_use") return;
      const delta = { type: "input_json_delta", partial_json: jsonOf(block.input) } as const;
      onPart({ type: "content_block_delta", index, delta });
    },
    grow(index: number, part: LanguageModelV4StreamPart) {
      if (part.type === "text-delta" && part.delta !== "")
        onPart({
          type: "content_block_delta",
          index,
          delta: { type: "text_delta", text: part.delta },
        });
      if (part.type !== "reasoning-delta") return;
      const signature = part.providerMetadata?.["anthropic"]?.["signature"];
      if (part.delta !== "")
        onPart({
          type: "content_block_delta",
          index,
          delta: { type: "thinking_delta", thinking: part.delta },
        });
      if (typeof signature === "string")
        onPart({
          type: "content_block_delta",
          index,
          delta: { type: "signature_delta", signature },
        });
    },
    end(stopReason: string, usage: Usage) {
      start();
      stopBlock();
      onPart({ type: "message_delta", stopReason, usage });
      onPart({ type: "message_stop" });
    },
  };
}

const jsonOf = (input: unknown): string =>
  typeof input === "string" ? input : JSON.stringify(input);

/** A copy: the block itself grows. The input of a call follows as a delta. */
const withoutInput = (block: AssistantBlock): AssistantBlock =>
  block.type === "tool_use" ? { ...block, input: {} } : { ...block };

/** The parts of an answer that is complete: each block arrives in one piece. */
export function reportParts(
  { id, model, content, stopReason, usage }: ModelAnswer,
  onPart: (part: AnswerPart) => void,
): void {
  const parts = answerParts(onPart, model);
  parts.start(id);
  for (const [index, block] of content.entries()) {
    if (block.type !== "text") parts.begin(index, block);
    else {
      parts.begin(index, { ...block, text: "" });
      parts.grow(index, { type: "text-delta", id, delta: block.text });
    }
  }
  parts.end(stopReason, usage);
}
