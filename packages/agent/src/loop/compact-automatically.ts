import { type SplitConversation, splitConversation } from "../compaction/split-conversation.ts";
import type { Conversation } from "../conversation/conversation.ts";
import type { TooLong } from "../model/model.ts";
import type { Agent, Checkpoint } from "./agent.ts";
import { type CompactionEnd, compact } from "./compact.ts";
import type { TurnTally } from "./turn-tally.ts";
import { warning } from "./warning.ts";

/** `unchanged`: the conversation is as long as it was. */
export type AutomaticEnd = Checkpoint | { readonly do: "unchanged" };

/** From how many tokens on the next try is made. Without it, a conversation that stays long would be tried at each request. */
const nextTry = new WeakMap<Conversation, number>();
/** How much a conversation has to grow until then, as a part of the limit. */
const growth = 0.05;

/** Compacts a conversation that has reached the limit, before the model is asked. */
export async function compactIfFull(
  agent: Agent,
  tally: TurnTally,
  signal: AbortSignal,
): Promise<AutomaticEnd> {
  const { conversation } = agent;
  const limit = agent.autoCompactLimit();
  if (limit === undefined) return { do: "unchanged" };
  if (conversation.tokens() < Math.max(limit, nextTry.get(conversation) ?? 0))
    return { do: "unchanged" };
  const end = await automatically(
    agent,
    splitConversation(conversation.messages()),
    1,
    tally,
    signal,
  );
  nextTry.set(conversation, Math.ceil(conversation.tokens() + limit * growth));
  return end;
}

/** What is sent of a conversation that is too long, if the server does not say how much fits. */
const unknownFits = 2 / 3;

/**
 * Compacts a conversation that the model's server found too long. Results that the model has not read are summed up
 * too, because they may be what is too long; a prompt stays.
 */
export async function compactTooLong(
  agent: Agent,
  { fits = unknownFits }: TooLong,
  tally: TurnTally,
  signal: AbortSignal,
): Promise<AutomaticEnd> {
  if (agent.autoCompactLimit() === undefined) return { do: "unchanged" };
  const messages = agent.conversation.messages();
  const split = splitConversation(messages);
  const keepsCall = split.kept.length > 1;
  const all = { summarised: messages, kept: [] };
  return automatically(agent, keepsCall ? all : split, fits, tally, signal);
}

async function automatically(
  agent: Agent,
  split: SplitConversation,
  fits: number,
  tally: TurnTally,
  signal: AbortSignal,
): Promise<AutomaticEnd> {
  const { conversation, emit } = agent;
  const before = conversation.tokens();
  const whose =
    agent.purpose === "subagent" ? "the conversation of a subagent" : "the conversation";
  const compaction = { trigger: "auto", instructions: undefined, split, unread: [], fits } as const;
  const end = await compact(agent, compaction, tally, signal);
  if (end.do === "compacted" || (end.do === "stop" && end.compacted)) {
    tally.numTurns += 1;
    const after = conversation.tokens();
    const text = `${whose} was compacted: a summary replaces most of it, about ${before} tokens became ${after}`;
    emit({ type: "notice", level: "info", text });
  }
  switch (end.do) {
    case "compacted":
      return { do: "continue" };
    case "unchanged":
      emit(warning(`${whose} (about ${before} tokens) was not compacted: ${reason(end)}`));
      return { do: "unchanged" };
    case "stop":
      return end;
  }
}

/** The user has read why a hook refused. */
const reason = ({ why, because }: Extract<CompactionEnd, { readonly do: "unchanged" }>): string =>
  why === "refused" ? "a PreCompact hook refused it" : because;
