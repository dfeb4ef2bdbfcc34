import { endsByTokens } from "../long-text/ends-of-text.ts";
import { estimateTokens } from "../long-text/estimate-tokens.ts";
import { joinEnds } from "../long-text/join-ends.ts";
import type { ConversationMessage, ToolResultBlock } from "./message.ts";
import { shortenTexts, withShortTexts } from "./shorten-texts.ts";

type Block = ConversationMessage["content"][number];

/** New contents of tool results, by the id of their call, and of other long texts, by a key of their own. */
export type NewResults = ReadonlyMap<string, string>;

/** The least that is kept of each of the newest results, in tokens. */
const minNewestTokens = 500;

/**
 * What to replace so that a conversation has about so many tokens: the oldest results become a short note, and
 * what came with them, texts of hooks and images, goes too. If that is not enough, long prompts and long inputs of earlier
 * calls keep their beginning and their end, and then the newest results, which the model has not read yet. Empty if there
 * is nothing to shorten.
 */
export function trimResults(
  messages: readonly ConversationMessage[],
  targetTokens: number,
): NewResults {
  const excess = conversationTokens(messages) - targetTokens;
  const earlier = messages.slice(0, -1);
  const { removed, excess: left } = removeOldest(earlier, excess);
  const { shortened, excess: rest } = shortenTexts(earlier, left);
  return new Map([...removed, ...shortened, ...shortenNewest(messages.slice(-1), rest)]);
}

type Replacement = readonly [id: string, content: string];

/** Notes for the oldest results, until enough is gone, and the tokens that are still too many. */
function removeOldest(messages: readonly ConversationMessage[], tokens: number) {
  const removed: Replacement[] = [];
  let excess = tokens;
  for (const message of messages) {
    if (excess <= 0) break;
    const results = resultsOf(message);
    const attached = results.length === 0 ? 0 : attachedTokens(message);
    for (const result of results) {
      const note = noteFor(result);
      if (attached === 0 && note.length >= result.content.length) continue;
      removed.push([result.tool_use_id, note]);
      excess -= estimateTokens(result.content) - estimateTokens(note);
    }
    excess -= attached;
  }
  return { removed, excess };
}

/** The ends of the newest results, each with its share of what there is room for. */
function shortenNewest(
  messages: readonly ConversationMessage[],
  excess: number,
): readonly Replacement[] {
  const results = messages.flatMap(resultsOf);
  if (excess <= 0 || results.length === 0) return [];
  const tokens = results.reduce((sum, { content }) => sum + estimateTokens(content), 0);
  const share = Math.max(minNewestTokens, Math.floor((tokens - excess) / results.length));
  return results.flatMap((result): readonly Replacement[] => {
    const shorter = withoutMiddle(result, share) ?? result.content;
    return shorter.length < result.content.length ? [[result.tool_use_id, shorter]] : [];
  });
}

/** A conversation with other contents of some results; without what came with them, where all are removed. */
export const withResults = (
  messages: readonly ConversationMessage[],
  results: NewResults,
): readonly ConversationMessage[] =>
  messages.map((long) => {
    const message = withShortTexts(long, results);
    if (message.role !== "user") return message;
    const content = message.content.map((block) =>
      block.type === "tool_result"
        ? { ...block, content: results.get(block.tool_use_id) ?? block.content }
        : block,
    );
    const replaced = { ...message, content };
    const contents = resultsOf(replaced).map((result) => result.content);
    const isRemoved = contents.length > 0 && contents.every((text) => text.startsWith(removedNote));
    return isRemoved
      ? { ...message, content: content.filter((block) => !isAttached(block)) }
      : replaced;
  });

/** About how many tokens a conversation has. */
export const conversationTokens = (messages: readonly ConversationMessage[]): number =>
  sumOf(messages.map(messageTokens));

/** Messages do not change, and a long conversation is measured before each request. */
const measured = new WeakMap<ConversationMessage, number>();

function messageTokens(message: ConversationMessage): number {
  const known = measured.get(message);
  if (known !== undefined) return known;
  const tokens = sumOf([...message.content].map(blockTokens));
  measured.set(message, tokens);
  return tokens;
}

/** What a service counts for an image of usual size. */
const imageTokens = 1600;
/** Characters of a document in base 64 to a token; pages differ much. */
const documentCharacters = 100;

/** About how many tokens a text has. */
export const textTokens = (text: string): number => blockTokens({ type: "text", text });

function blockTokens(block: Block): number {
  if (block.type === "image") return imageTokens;
  if (block.type === "document" && block.source.type === "base64")
    return Math.max(imageTokens, Math.ceil(block.source.data.length / documentCharacters));
  return estimateTokens(JSON.stringify(block));
}

const sumOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0);

const resultsOf = ({ content }: ConversationMessage): readonly ToolResultBlock[] =>
  [...content].filter((block): block is ToolResultBlock => block.type === "tool_result");

/** What came with results: texts of hooks, images and documents. */
const isAttached = (block: Block): boolean =>
  block.type === "image" ||
  block.type === "document" ||
  (block.type === "text" && block.text.startsWith("<hook "));

const attachedTokens = ({ content }: ConversationMessage): number =>
  sumOf([...content].filter(isAttached).map(blockTokens));

const removedNote = "[This result was removed, because the conversation became too long.";
const savedIn = /All \d+ (?:bytes|characters) are in [^\]\n]+/;

/** Names the file with the whole result, if there is one. */
function noteFor({ content }: ToolResultBlock): string {
  const file = savedIn.exec(content)?.[0];
  const more = file === undefined ? "Call the tool again if you need it" : file;
  return `${removedNote} ${more}]`;
}

function withoutMiddle({ content }: ToolResultBlock, tokens: number): string | undefined {
  const ends = endsByTokens(content, tokens);
  if (ends === undefined) return undefined;
  const file = savedIn.exec(content)?.[0];
  return joinEnds(ends, file ?? "The conversation became too long for all of it");
}
