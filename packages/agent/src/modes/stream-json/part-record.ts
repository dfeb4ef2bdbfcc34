import type { AgentEvent } from "../../loop/agent-event.ts";
import type { AnswerPart } from "../../model/model.ts";
import { noUsage } from "../../model/usage.ts";
import type { StreamRecord } from "../result-record.ts";
import { parentOf } from "./parent-of.ts";

type PartEvent = Extract<AgentEvent, { readonly type: "answer-part" }>;

/** `--include-partial-messages`: a part of an answer as the Messages API streams it. */
export const partRecord = ({ part, agent }: PartEvent): StreamRecord => ({
  type: "stream_event",
  event: streamEvent(part),
  ...parentOf(agent),
});

function streamEvent(part: AnswerPart): StreamRecord {
  switch (part.type) {
    case "message_start": {
      const { id, model } = part;
      const message = {
        id,
        type: "message",
        role: "assistant",
        model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: noUsage,
      };
      return { type: part.type, message };
    }
    case "content_block_start":
      return { type: part.type, index: part.index, content_block: part.block };
    case "message_delta": {
      const delta = { stop_reason: part.stopReason, stop_sequence: null };
      return { type: part.type, delta, usage: part.usage };
    }
    default:
      return part;
  }
}
