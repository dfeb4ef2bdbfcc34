import { isTextKey } from "../conversation/shorten-texts.ts";
import { conversationTokens, trimResults } from "../conversation/trim-results.ts";
import type { TooLong } from "../model/model.ts";
import type { Agent } from "./agent.ts";
import { warning } from "./warning.ts";

/** How much of the model's window the conversation may fill afterwards, so that work can continue. */
const fill = 0.75;
/** The part that is kept if the server does not say how much fits. */
const unknownFits = 2 / 3;

/** Shortens a conversation that is too long for the model; false if there is nothing to shorten. */
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
  const texts = [...results.keys()].filter(isTextKey).length;
  const parts = [
    ...counted(results.size - texts, "tool result"),
    ...counted(texts, "long text of prompts and calls", "long texts of prompts and calls"),
  ];
  emit(
    warning(
      `the conversation is too long for the model, so ${parts.join(" and ")} (about ${removed} tokens, with what hooks said about them and their images) will no longer be sent to it`,
    ),
  );
  return true;
}

const counted = (count: number, one: string, several = `${one}s`): readonly string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : several}`];
