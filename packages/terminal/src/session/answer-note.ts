import type { PermissionReply } from "@snaphook/agent";
import type { Note } from "../state/entry.ts";
import { shortNote } from "../state/short-text.ts";

/** A call that is itself a question: its result says what was answered. */
const asksItself = "AskUserQuestion";

/** What the user answered to a permission question, for the conversation; undefined: a yes without a message. */
export function answerNote(reply: PermissionReply, tool: string): Note | undefined {
  if (tool === asksItself) return undefined;
  if (reply.behavior === "allow")
    return reply.note === undefined
      ? undefined
      : { level: "info", text: `you: ${shortNote(reply.note)}` };
  const { message, interrupt } = reply;
  const text =
    interrupt || message === undefined
      ? "not run: you said no"
      : `not run; you: ${shortNote(message)}`;
  return { level: "warning", text, saysWhy: true };
}
