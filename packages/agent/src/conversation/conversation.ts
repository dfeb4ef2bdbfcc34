import type { ConversationMessage } from "./message.ts";
import { type NewResults, withResults } from "./trim-results.ts";

/** The messages of user and model, in turns: two user messages in a row become one. */
export interface Conversation {
  messages(): readonly ConversationMessage[];
  add(message: ConversationMessage): void;
  /** Whether it already has this text as a separate block. */
  holds(text: string): boolean;
  clear(): void;
  /** Gives tool results other contents. */
  replaceResults(results: NewResults): void;
}

export function createConversation(earlier: readonly ConversationMessage[] = []): Conversation {
  const begun: ConversationMessage[] = [];
  for (const message of earlier) append(begun, message);
  let messages: readonly ConversationMessage[] = begun;
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
    },
    replaceResults(results) {
      messages = withResults(messages, results);
    },
  };
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
