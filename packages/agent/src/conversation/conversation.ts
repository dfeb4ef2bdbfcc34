import type { ConversationMessage } from "./message.ts";

/** What the model has been told and has answered, in turns: two user messages in a row become one. */
export interface Conversation {
  messages(): readonly ConversationMessage[];
  add(message: ConversationMessage): void;
  /** Whether a text already stands somewhere in it, as a block of its own. */
  holds(text: string): boolean;
  clear(): void;
}

export function createConversation(earlier: readonly ConversationMessage[] = []): Conversation {
  let messages: ConversationMessage[] = [];
  const conversation: Conversation = {
    messages: () => messages,
    add(message) {
      const last = messages.at(-1);
      if (message.content.length === 0) return;
      if (message.role === "user" && last?.role === "user")
        messages = messages.with(-1, {
          role: "user",
          content: [...last.content, ...message.content],
        });
      else messages = [...messages, message];
    },
    holds: (text) =>
      messages.some(({ content }) =>
        content.some((block) => block.type === "text" && block.text === text),
      ),
    clear() {
      messages = [];
    },
  };
  for (const message of earlier) conversation.add(message);
  return conversation;
}
