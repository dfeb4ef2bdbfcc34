import { createHash } from "node:crypto";
import { isObject } from "@snaphook/engine/internal";
import { endsByTokens } from "../long-text/ends-of-text.ts";
import { estimateTokens } from "../long-text/estimate-tokens.ts";
import { joinEnds } from "../long-text/join-ends.ts";
import type { ConversationMessage } from "./message.ts";

/** What is kept of a long prompt or of a long text in the input of a call, in tokens. */
const keptTokens = 1000;

/** A text in a conversation, with a key that is the same when the session is resumed. */
interface KeyedText {
  readonly key: string;
  readonly text: string;
}

/**
 * Prompts and texts in inputs of calls (what Write wrote) that keep only their ends, the oldest first, until enough is
 * gone; by their key.
 */
export function shortenTexts(messages: readonly ConversationMessage[], tokens: number) {
  const shortened: (readonly [key: string, text: string])[] = [];
  let excess = tokens;
  for (const { key, text } of messages.flatMap(textsOf)) {
    if (excess <= 0) break;
    const ends = endsByTokens(text, keptTokens);
    if (ends === undefined) continue;
    const shorter = joinEnds(ends, "The conversation became too long for all of it");
    shortened.push([key, shorter]);
    excess -= estimateTokens(text) - estimateTokens(shorter);
  }
  return { shortened, excess };
}

function textsOf(message: ConversationMessage): readonly KeyedText[] {
  if (message.role === "user")
    return message.content.flatMap((block) =>
      block.type === "text" ? [{ key: promptKey(block.text), text: block.text }] : [],
    );
  return message.content.flatMap((block) =>
    block.type === "tool_use" && isObject(block.input)
      ? Object.entries(block.input).flatMap(([field, text]) =>
          typeof text === "string" ? [{ key: inputKey(block.id, field), text }] : [],
        )
      : [],
  );
}

const promptKey = (text: string): string =>
  `text:${createHash("sha256").update(text).digest("base64url")}`;
const inputKey = (id: string, field: string): string => `input:${id}:${field}`;

/** Whether a key is that of a prompt or an input, not of a result. */
export const isTextKey = (key: string): boolean => /^(?:text|input):/.test(key);

/** A message with the shortened texts in place of the long ones. */
export function withShortTexts(
  message: ConversationMessage,
  texts: ReadonlyMap<string, string>,
): ConversationMessage {
  if (message.role === "user") {
    const content = message.content.map((block) =>
      block.type === "text"
        ? { ...block, text: texts.get(promptKey(block.text)) ?? block.text }
        : block,
    );
    return { ...message, content };
  }
  const content = message.content.map((block) => {
    if (block.type !== "tool_use" || !isObject(block.input)) return block;
    const fields = Object.entries(block.input).map(
      ([field, value]) => [field, texts.get(inputKey(block.id, field)) ?? value] as const,
    );
    return { ...block, input: Object.fromEntries(fields) };
  });
  return { ...message, content };
}
