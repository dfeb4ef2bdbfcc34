import type { SessionUpdate } from "@agentclientprotocol/sdk";
import type { ConversationMessage } from "../../conversation/message.ts";
import { agentText, thoughtOf } from "./session-updates.ts";
import { describeCall, textContent } from "./tool-call.ts";

/** A conversation that is continued, as the updates that it once was. Texts of hooks for the model are left out. */
export const replay = (
  messages: readonly ConversationMessage[],
  cwd: string,
): readonly SessionUpdate[] => messages.flatMap((message) => updatesOf(message, cwd));

const hookText = /^<hook event="/;

function updatesOf(message: ConversationMessage, cwd: string): readonly SessionUpdate[] {
  if (message.role === "assistant")
    return message.content.flatMap((block): readonly SessionUpdate[] => {
      if (block.type === "text") return block.text === "" ? [] : [agentText(block.text)];
      if (block.type !== "tool_use") return thoughtOf(block);
      return [
        {
          sessionUpdate: "tool_call",
          toolCallId: block.id,
          status: "pending",
          ...describeCall(block, cwd),
        },
      ];
    });
  return message.content.flatMap((block): readonly SessionUpdate[] => {
    if (block.type === "tool_result")
      return [
        {
          sessionUpdate: "tool_call_update",
          toolCallId: block.tool_use_id,
          status: block.is_error ? "failed" : "completed",
          content: [textContent(block.content)],
        },
      ];
    if (block.type === "text")
      return hookText.test(block.text) || isReminder(block.text)
        ? []
        : [{ sessionUpdate: "user_message_chunk", content: { type: "text", text: block.text } }];
    if (block.type !== "image" || block.source.type !== "base64") return [];
    const { media_type: mimeType, data } = block.source;
    return [{ sessionUpdate: "user_message_chunk", content: { type: "image", mimeType, data } }];
  });
}

/** What the agent adds to prompts for the model. */
const isReminder = (text: string): boolean => /^<[a-z-]+[ >]/.test(text) && text.endsWith(">");
