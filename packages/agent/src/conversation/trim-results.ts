import { endsByTokens } from "../long-text/ends-of-text.ts";
import { estimateTokens } from "../long-text/estimate-tokens.ts";
import { joinEnds } from "../long-text/join-ends.ts";
import type { ConversationMessage, ToolResultBlock } from "./message.ts";

/** New contents of tool results, by the id of their call. */
export type NewResults = ReadonlyMap<string, string>;

/** The least that is kept of each of the newest results, in tokens. */
const minNewestTokens = 500;

/**
 * What to replace so that a conversation has about so many tokens: the oldest results become a short note. If
 * that is not enough, the newest results, which the model has not read yet, keep their beginning and their
 * end. Empty if there is nothing to shorten.
 */
export function trimResults(
  messages: readonly ConversationMessage[],
  targetTokens: number,
): NewResults {
  const trimmed = new Map<string, string>();
  let excess = conversationTokens(messages) - targetTokens;
  const shorten = ({ tool_use_id, content }: ToolResultBlock, shorter: string | undefined) => {
    if (shorter === undefined || shorter.length >= content.length) return;
    trimmed.set(tool_use_id, shorter);
    excess -= estimateTokens(content) - estimateTokens(shorter);
  };
  const newest = resultsOf(messages.slice(-1));
  for (const result of resultsOf(messages.slice(0, -1))) {
    if (excess <= 0) return trimmed;
    shorten(result, noteFor(result));
  }
  if (excess <= 0) return trimmed;
  const room = newest.reduce((sum, { content }) => sum + estimateTokens(content), 0) - excess;
  const share = Math.max(minNewestTokens, Math.floor(room / newest.length));
  for (const result of newest) shorten(result, withoutMiddle(result, share));
  return trimmed;
}

/** A conversation with other contents of some results. */
export const withResults = (
  messages: readonly ConversationMessage[],
  results: NewResults,
): readonly ConversationMessage[] =>
  messages.map((message) =>
    message.role === "user"
      ? {
          ...message,
          content: message.content.map((block) =>
            block.type === "tool_result"
              ? { ...block, content: results.get(block.tool_use_id) ?? block.content }
              : block,
          ),
        }
      : message,
  );

/** About how many tokens a conversation has. */
export const conversationTokens = (messages: readonly ConversationMessage[]): number =>
  messages.reduce((sum, { content }) => sum + estimateTokens(JSON.stringify(content)), 0);

const resultsOf = (messages: readonly ConversationMessage[]): readonly ToolResultBlock[] =>
  messages.flatMap(({ content }) =>
    [...content].filter((block): block is ToolResultBlock => block.type === "tool_result"),
  );

const savedIn = /All \d+ (?:bytes|characters) are in [^\]\n]+/;

/** Names the file with the whole result, if there is one. */
function noteFor({ content }: ToolResultBlock): string {
  const file = savedIn.exec(content)?.[0];
  const more = file === undefined ? "Call the tool again if you need it" : file;
  return `[This result was removed, because the conversation became too long. ${more}]`;
}

function withoutMiddle({ content }: ToolResultBlock, tokens: number): string | undefined {
  const ends = endsByTokens(content, tokens);
  if (ends === undefined) return undefined;
  const file = savedIn.exec(content)?.[0];
  return joinEnds(ends, file ?? "The conversation became too long for all of it");
}
