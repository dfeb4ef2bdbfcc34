import { randomBytes } from "node:crypto";
import type { Conversation } from "../conversation/conversation.ts";
import type { ConversationMessage, UserBlock } from "../conversation/message.ts";

const marked = /^<hook event="[^"\n]*" mark="([0-9a-f]{12})">\n/;

/**
 * G2: what tells the texts of hooks from a text that only looks like one, such as a file with a `<hook>` element: no
 * one can know it before the session. A resumed conversation keeps its mark, so that its texts stay valid; only the
 * host writes text blocks, so none of them is forged.
 */
export const hookMark = (conversation: Pick<Conversation, "messages">): string =>
  markIn(conversation.messages()) ?? randomBytes(6).toString("hex");

/** An earlier conversation, with its texts of hooks under the mark of this session. */
export function withMark(
  messages: readonly ConversationMessage[],
  mark: string,
): readonly ConversationMessage[] {
  const earlier = markIn(messages);
  if (earlier === undefined) return messages;
  return messages.map((message) =>
    message.role === "user"
      ? { ...message, content: message.content.map((block) => remarked(block, earlier, mark)) }
      : message,
  );
}

const remarked = (block: UserBlock, earlier: string, mark: string): UserBlock =>
  block.type === "text" && marked.test(block.text)
    ? { ...block, text: block.text.replaceAll(`mark="${earlier}">`, `mark="${mark}">`) }
    : block;

function markIn(messages: readonly ConversationMessage[]): string | undefined {
  for (const { role, content } of messages)
    for (const block of role === "user" ? content : []) {
      const [, mark] = (block.type === "text" && marked.exec(block.text)) || [];
      if (mark !== undefined) return mark;
    }
  return undefined;
}
