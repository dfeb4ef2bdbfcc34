import { createConversation } from "../conversation/conversation.ts";
import type { ConversationMessage } from "../conversation/message.ts";
import { conversationTokens, trimResults, withResults } from "../conversation/trim-results.ts";
import { type Model, type ModelAnswer, ModelError, type ModelRequest } from "../model/model.ts";
import { readSummary, summaryPrompt } from "./summary-prompt.ts";

export interface SummaryRequest
  extends Pick<ModelRequest, "system" | "tools" | "signal" | "effort" | "model"> {
  readonly messages: readonly ConversationMessage[];
  readonly instructions: readonly string[];
  /** What fits the model, as a part of the messages. 1: all of them. */
  readonly fits: number;
  /** Section 12 of the contract: how messages that do not fit are made shorter. */
  readonly shorten: "trimmed" | "without-oldest-turn";
}

export interface Summary {
  readonly text: string;
  /** The same as the model wrote it, with its marks. */
  readonly written: string;
  readonly answer: ModelAnswer;
}

/** How often the messages are made shorter for a model that finds them too long. */
const maxShortenings = 4;
/** What is kept of messages that are still too long, if the server does not say how much fits. */
const unknownFits = 2 / 3;
/** Room for the prompt and the answer. */
const fill = 0.75;
/** A summary is worth more tries than usual: without it the conversation stays too long (E16). */
const minRetries = 2;

/**
 * Asks the model to sum up messages. If they are too long for it, the longest parts are left out, and it is asked again.
 * Rejects with a `ModelError` when there is no summary.
 */
export async function askForSummary(model: Model, request: SummaryRequest): Promise<Summary> {
  const { messages, instructions, fits, shorten, ...rest } = request;
  let part = fits;
  for (let attempt = 0; ; attempt += 1) {
    const sent = createConversation(
      part < 1 ? shortened(messages, part * fill, shorten) : messages,
    );
    sent.add({ role: "user", content: [summaryPrompt(instructions)] });
    try {
      const answer = await model.answer({
        ...rest,
        purpose: "compact",
        messages: sent.messages(),
        minRetries,
        shortens: true,
      });
      return { ...summaryIn(answer), answer };
    } catch (error) {
      const tooLong = error instanceof ModelError ? error.tooLong : undefined;
      if (tooLong === undefined || attempt === maxShortenings) throw error;
      part *= tooLong.fits ?? unknownFits;
    }
  }
}

/** The model needs tools in a request whose messages have calls, but what it has to write is text. */
function summaryIn({ content, stopReason }: ModelAnswer) {
  const texts = content.flatMap((block) => (block.type === "text" ? [block.text] : []));
  const written = texts.join("\n");
  const text = stopReason === "refusal" ? "" : readSummary(written);
  if (text !== "") return { text, written };
  throw new ModelError("the model's answer has no summary", "unknown");
}

const startMissing = "(The beginning of this conversation is missing, because it became too long.)";

/** Messages with about a part of their tokens. */
function shortened(
  messages: readonly ConversationMessage[],
  part: number,
  how: SummaryRequest["shorten"],
): readonly ConversationMessage[] {
  const target = Math.floor(conversationTokens(messages) * part);
  const rest = how === "trimmed" ? messages : withoutOldestTurn(messages);
  // Results that are the last here are as old as any other for a summary.
  const trimmed = trimResults([...rest, { role: "user", content: [] }], target);
  return withResults(rest, trimmed);
}

function withoutOldestTurn(
  messages: readonly ConversationMessage[],
): readonly ConversationMessage[] {
  const answered = messages.findIndex(({ role }) => role === "assistant");
  if (answered === -1) return messages;
  return [
    { role: "user", content: [{ type: "text", text: startMissing }] },
    ...messages.slice(answered),
  ];
}
