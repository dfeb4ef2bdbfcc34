import type {
  AssistantMessage,
  ConversationMessage,
  ToolResultBlock,
  UserBlock,
  UserMessage,
} from "../conversation/message.ts";

/** The result of a call whose end was not recorded. */
const endedBefore =
  "The session ended before this call did. It is unknown whether the call had an effect.";
const beginningMissing = "(The beginning of this conversation could not be read.)";
const callMissing = "Result of a tool call that could not be read:";

/**
 * Makes a conversation that a model accepts from one that a crash or a damaged line may have broken.
 *
 * - Every call has one result, in the user message right after it and before anything else in it; a call
 *   without one gets an error that says so.
 * - A result without its call becomes text: nothing is lost.
 * - The first message is the user's.
 * - Consecutive user messages stay separate; a provider may join them.
 *
 * A valid conversation is unchanged.
 */
export function repairConversation(
  messages: readonly ConversationMessage[],
): readonly ConversationMessage[] {
  const repaired: ConversationMessage[] = [];
  if (messages[0]?.role === "assistant")
    repaired.push({ role: "user", content: [{ type: "text", text: beginningMissing }] });
  for (let at = 0; at < messages.length; ) {
    const message = messages[at];
    const assistant = message?.role === "assistant" ? message : undefined;
    if (assistant) repaired.push(assistant);
    const following = userMessagesFrom(messages, assistant ? at + 1 : at);
    repaired.push(...repairReply(assistant, following));
    at += following.length + (assistant ? 1 : 0);
  }
  return repaired;
}

function userMessagesFrom(
  messages: readonly ConversationMessage[],
  start: number,
): readonly UserMessage[] {
  const found: UserMessage[] = [];
  for (let at = start; ; at++) {
    const message = messages[at];
    if (message?.role !== "user") return found;
    found.push(message);
  }
}

/** The user messages up to the next answer, with the results of the calls before them in the first. */
function repairReply(
  assistant: AssistantMessage | undefined,
  following: readonly UserMessage[],
): readonly UserMessage[] {
  const missing = new Set(
    assistant?.content.flatMap((block) => (block.type === "tool_use" ? [block.id] : [])),
  );
  const results: ToolResultBlock[] = [];
  const others = following.map(({ content }): { hadResults: boolean; content: UserBlock[] } => {
    const before = results.length;
    const rest = content.flatMap((block): readonly UserBlock[] => {
      if (block.type !== "tool_result") return [block];
      if (!missing.delete(block.tool_use_id)) return [asText(block)];
      results.push(block);
      return [];
    });
    return { hadResults: results.length > before, content: rest };
  });
  for (const id of missing)
    results.push({ type: "tool_result", tool_use_id: id, content: endedBefore, is_error: true });
  const [first, ...later] = others;
  const joined = first?.hadResults ? first.content : [];
  const rest = first?.hadResults ? later : others;
  return [[...results, ...joined], ...rest.map(({ content }) => content)]
    .filter((content) => content.length > 0)
    .map((content) => ({ role: "user", content }));
}

const asText = ({ content }: ToolResultBlock): UserBlock => ({
  type: "text",
  text: `${callMissing}\n${content}`,
});
