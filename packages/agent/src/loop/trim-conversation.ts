import { conversationTokens, trimResults } from "../conversation/trim-results.ts";
import type { TooLong } from "../model/model.ts";
import type { Agent } from "./agent.ts";
import { warning } from "./warning.ts";

/** How much of the model's window the conversation may fill afterwards, so that work can continue. */
const fill = 0.75;
/** The part that is kept if the server does not say how much fits. */
const unknownFits = 2 / 3;

/** Shortens tool results of a conversation that is too long for the model; false if there are none to shorten. */
export function trimConversation(
  { conversation, emit }: Pick<Agent, "conversation" | "emit">,
  { fits = unknownFits }: TooLong,
): boolean {
  const messages = conversation.messages();
  const before = conversationTokens(messages);
  const results = trimResults(messages, Math.floor(before * fits * fill));
  if (results.size === 0) return false;
  conversation.replaceResults(results);
  const removed = before - conversationTokens(conversation.messages());
  emit({ type: "results-trimmed", results: Object.fromEntries(results) });
  const count = results.size === 1 ? "1 tool result" : `${results.size} tool results`;
  emit(
    warning(
      `the conversation is too long for the model, so ${count} (about ${removed} tokens, with what hooks said about them and their images) will no longer be sent to it`,
    ),
  );
  return true;
}
