import type { ConversationMessage } from "./message.ts";
import { conversationTokens, type NewResults, withResults } from "./trim-results.ts";

/** The messages of user and model, in turns: two user messages in a row become one. */
export interface Conversation {
  messages(): readonly ConversationMessage[];
  add(message: ConversationMessage): void;
  /** Whether it already has this text as a separate block. */
  holds(text: string): boolean;
  clear(): void;
  /** Gives tool results other contents. */
  replaceResults(results: NewResults): void;
  /** Goes back to messages that it had, so that what was added since is gone. */
  restore(messages: readonly ConversationMessage[]): void;
  /** Begins again with these messages. */
  replaceAll(messages: readonly ConversationMessage[]): void;
  /** About how many tokens it has: what the service counted, and an estimate of what was added since. */
  tokens(): number;
  /** The service counted so many tokens for the messages so far. */
  setCounted(tokens: number): void;
}

export function createConversation(earlier: readonly ConversationMessage[] = []): Conversation {
  let messages = joined(earlier);
  let counted = nothingCounted;
  return {
    messages: () => messages,
    add(message) {
      // A new list, so that callers that got the messages before keep them unchanged.
      messages = append([...messages], message);
    },
    holds: (text) =>
      messages.some(({ content }) =>
        content.some((block) => block.type === "text" && block.text === text),
      ),
    clear() {
      messages = [];
      counted = nothingCounted;
    },
    replaceResults(results) {
      messages = withResults(messages, results);
      counted = nothingCounted;
    },
    restore(earlier) {
      messages = earlier;
      if (counted.messages > messages.length) counted = nothingCounted;
    },
    replaceAll(others) {
      messages = joined(others);
      counted = nothingCounted;
    },
    tokens: () => counted.tokens + conversationTokens(messages.slice(counted.messages)),
    setCounted(tokens) {
      counted = { tokens, messages: messages.length };
    },
  };
}

const nothingCounted = { tokens: 0, messages: 0 };

function joined(messages: readonly ConversationMessage[]): readonly ConversationMessage[] {
  const list: ConversationMessage[] = [];
  for (const message of messages) append(list, message);
  return list;
}

function append(
  messages: ConversationMessage[],
  message: ConversationMessage,
): readonly ConversationMessage[] {
  const last = messages.at(-1);
  if (message.content.length === 0) return messages;
  if (message.role === "user" && last?.role === "user")
    messages[messages.length - 1] = {
      role: "user",
      content: [...last.content, ...message.content],
    };
  else messages.push(message);
  return messages;
}
