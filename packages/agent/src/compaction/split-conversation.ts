import type { ConversationMessage } from "../conversation/message.ts";

/** Which messages a summary replaces, and which stay as they are. */
export interface SplitConversation {
  readonly summarised: readonly ConversationMessage[];
  readonly kept: readonly ConversationMessage[];
}

/**
 * G8: what the model has not answered yet stays out of the summary: the last call with its result, or the last
 * prompt.
 */
export function splitConversation(messages: readonly ConversationMessage[]): SplitConversation {
  const last = messages.at(-1);
  if (last?.role !== "user") return { summarised: messages, kept: [] };
  const isResult = last.content.some(({ type }) => type === "tool_result");
  const at = messages.length - (isResult && messages.length > 1 ? 2 : 1);
  return { summarised: messages.slice(0, at), kept: messages.slice(at) };
}

/** A single message has nothing to sum up. */
const minMessages = 2;

export const isTooShort = (summarised: readonly ConversationMessage[]): boolean =>
  summarised.length < minMessages;
