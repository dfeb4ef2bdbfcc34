import type { AssistantBlock, ConversationMessage, UserBlock } from "../conversation/message.ts";

/**
 * A conversation in texts alone, for a question without tools: services refuse
 * calls and results of tools they are not told of. Every text stays as it is.
 */
export const plainConversation = (
  messages: readonly ConversationMessage[],
): readonly ConversationMessage[] =>
  messages
    .map(({ role, content }) => ({ role, content: [...content].flatMap(plainBlock) }))
    .filter(({ content }) => content.length > 0);

function plainBlock(block: UserBlock | AssistantBlock) {
  switch (block.type) {
    case "text":
      return text(block.text);
    case "thinking":
      return [];
    case "tool_use":
      return text(`(call of the tool ${block.name}: ${JSON.stringify(block.input)})`);
    case "tool_result":
      return text(`(${block.is_error ? "failure" : "result"} of the tool)\n${block.content}`);
  }
}

const text = (value: string) => (value === "" ? [] : [{ type: "text" as const, text: value }]);
