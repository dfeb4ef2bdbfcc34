import { randomBytes } from "node:crypto";
import type { Conversation } from "../conversation/conversation.ts";

const marked = /^<hook event="[^"\n]*" mark="([0-9a-f]{12})">\n/;

/**
 * G2: what tells the texts of hooks from a text that only looks like one, such as a file with a `<hook>` element: no
 * one can know it before the session. A resumed conversation keeps its mark, so that its texts stay valid; only the
 * host writes text blocks, so none of them is forged.
 */
export function hookMark(conversation: Pick<Conversation, "messages">): string {
  for (const { role, content } of conversation.messages())
    for (const block of role === "user" ? content : []) {
      const [, mark] = (block.type === "text" && marked.exec(block.text)) || [];
      if (mark !== undefined) return mark;
    }
  return randomBytes(6).toString("hex");
}
