import { isObject } from "@snaphook/engine/internal";
import { type EventReader, type ReadEvent, skipped } from "../stream/event-reader.ts";

import { numbersIn, parsedJson, textsIn } from "../stream/known-fields.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the events of the Messages API. Events, blocks and deltas that this program does not know are skipped,
 * and of the others only the fields it uses are passed on: what a later version of the service adds must not
 * end an answer.
 */
export function anthropicEvents(): EventReader {
  /** Blocks that have begun and not ended. */
  const open = new Set<number>();
  const read = (event: Fields): ReadEvent => {
    const { type } = event;
    switch (type) {
      case "message_start":
        return one({ type, message: messageOf(event["message"]) });
      case "content_block_start": {
        const index = Number(event["index"]);
        const block = blockOf(event["content_block"]);
        if (!block) return skipped;
        open.add(index);
        return one({ type, index, content_block: block });
      }
      case "content_block_delta": {
        const index = Number(event["index"]);
        const delta = open.has(index) ? deltaOf(event["delta"]) : undefined;
        return delta ? one({ type, index, delta }) : skipped;
      }
      case "content_block_stop": {
        const index = Number(event["index"]);
        return open.delete(index) ? one({ type, index }) : skipped;
      }
      case "message_delta":
        return one({ type, delta: endOf(event["delta"]), usage: usageOf(event["usage"]) });
      case "message_stop": {
        // A call whose end is missing is complete with the message.
        const ends = [...open].map((index) => ({ type: "content_block_stop", index }));
        return { pass: [...ends, { type }], isLast: true };
      }
      case "error":
        return one({ type, error: errorOf(event["error"]) });
      default:
        return skipped;
    }
  };
  return (data) => {
    const event = parsedJson(data);
    if (event === undefined) return { pass: [data] };
    return isObject(event) ? read(event) : skipped;
  };
}

const one = (event: object): ReadEvent => ({ pass: [event] });

function messageOf(message: unknown): Fields {
  const { id, model, role, usage } = isObject(message) ? message : {};
  return {
    ...textsIn({ id, model, role }),
    usage: { input_tokens: notReported, ...usageOf(usage) },
  };
}

/** What is known of a block; undefined if the whole block is unknown. */
function blockOf(block: unknown): Fields | undefined {
  if (!isObject(block)) return undefined;
  const { type, id, name, input } = block;
  switch (type) {
    case "text":
      return { type, text: textOf(block["text"]) };
    case "thinking":
      return { type, thinking: textOf(block["thinking"]) };
    case "redacted_thinking":
      return { type, data: textOf(block["data"]) };
    case "tool_use":
    case "server_tool_use":
      return { type, id, name, input: isObject(input) ? input : {} };
    case "web_search_tool_result":
      return block;
    default:
      return undefined;
  }
}

/** The text of each delta that is known, by its type. */
const deltas: Readonly<Record<string, string>> = {
  text_delta: "text",
  thinking_delta: "thinking",
  signature_delta: "signature",
  input_json_delta: "partial_json",
};

function deltaOf(delta: unknown): Fields | undefined {
  if (!isObject(delta)) return undefined;
  const type = String(delta["type"]);
  const key = deltas[type];
  return key === undefined ? undefined : { type, [key]: textOf(delta[key]) };
}

const endOf = (delta: unknown): Fields => {
  const { stop_reason, stop_sequence } = isObject(delta) ? delta : {};
  return textsIn({ stop_reason, stop_sequence });
};

/** Stands for a number of tokens that the server left out; the library needs one. */
export const notReported = -1;

const usageOf = (usage: unknown): Fields => ({
  output_tokens: notReported,
  ...numbersIn(isObject(usage) ? usage : {}),
});

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const errorOf = (error: unknown): Fields => {
  const { type, message } = isObject(error) ? error : {};
  const kind = textOf(type) || "api_error";
  return { type: kind, message: textOf(message) || kind };
};
