import { isObject } from "@snaphook/engine/internal";
import { mentionIntro } from "@snaphook/protocol";
import { isLinkedImage, isMedia } from "../conversation/media.ts";
import type { AssistantBlock, ConversationMessage, UserBlock } from "../conversation/message.ts";
import type { JsonObject } from "./parse-record.ts";

/** The message of a `user` or `assistant` record, without unknown blocks; undefined if there is none. */
export function readMessage(
  type: "user" | "assistant",
  message: unknown,
): ConversationMessage | undefined {
  if (!isObject(message)) return undefined;
  const { content } = message;
  const blocks: readonly unknown[] =
    typeof content === "string"
      ? [{ type: "text", text: content }]
      : Array.isArray(content)
        ? content
        : [];
  if (type === "user") {
    const known = blocks.filter(isUserBlock);
    return known.length === 0 ? undefined : { role: "user", content: known };
  }
  const known = blocks.filter(isAssistantBlock);
  return known.length === 0 ? undefined : { role: "assistant", content: known };
}

const isText = (block: JsonObject): boolean =>
  block["type"] === "text" && typeof block["text"] === "string";

const isUserBlock = (block: unknown): block is UserBlock =>
  isObject(block) &&
  (isText(block) ||
    isMedia(block) ||
    isLinkedImage(block) ||
    (block["type"] === "tool_result" &&
      typeof block["tool_use_id"] === "string" &&
      typeof block["content"] === "string"));

const isAssistantBlock = (block: unknown): block is AssistantBlock =>
  isObject(block) &&
  (isText(block) ||
    (block["type"] === "thinking" && typeof block["thinking"] === "string") ||
    (block["type"] === "redacted_thinking" && typeof block["data"] === "string") ||
    (block["type"] === "tool_use" &&
      typeof block["id"] === "string" &&
      typeof block["name"] === "string"));

/** A prompt that a `user` record has, and the text that the model read for it; undefined if it does not say. */
export function typedIn({ type, message, typed }: JsonObject) {
  if (type !== "user" || !isObject(typed) || !isObject(message)) return undefined;
  const { text, block } = typed;
  const { content } = message;
  const read: unknown =
    Array.isArray(content) && typeof block === "number" ? content[block]?.text : undefined;
  return typeof text === "string" && typeof read === "string" ? { text, read } : undefined;
}

/** The prompt in a message of the user whose record does not name it: its first text, after the files that the prompt mentions. */
export function promptIn({ content }: ConversationMessage): string | undefined {
  const texts = [...content].flatMap((block) => (block.type === "text" ? [block.text] : []));
  return texts[texts.findLastIndex((text) => text.startsWith(mentionIntro)) + 1];
}
