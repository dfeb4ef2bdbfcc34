import type { AssistantBlock } from "../conversation/message.ts";
import { textBlock } from "../effects/hook-text.ts";
import { type ModelAnswer, ModelError, type TooLong, UnusableAnswer } from "../model/model.ts";
import { addUsage } from "../model/usage.ts";
import { addUserMessage } from "./add-user-message.ts";
import type { Agent, Checkpoint } from "./agent.ts";
import { type AutomaticEnd, compactIfFull, compactTooLong } from "./compact-automatically.ts";
import { partialAnswer } from "./interactive/partial-answer.ts";
import { showAnswer } from "./show-answer.ts";
import { trimConversation } from "./trim-conversation.ts";
import type { TurnTally } from "./turn-tally.ts";

/** G12: what is added when an answer was empty. */
const emptyAnswer = "Your last answer contained neither text nor a tool call. Please answer.";

type Asked =
  | {
      readonly do: "continue";
      readonly answer: ModelAnswer;
      /** What the user sees of it. */
      readonly shown: readonly AssistantBlock[];
    }
  | Extract<Checkpoint, { readonly do: "stop" }>;

type Requested =
  | { readonly do: "continue"; readonly answer: ModelAnswer }
  | Extract<Checkpoint, { readonly do: "stop" }>;

/**
 * Asks the model and adds its answer to the conversation; an empty one is dropped and asked for again, once
 * (G12). Rejects with an `UnusableAnswer` when the second is empty too, or the model refuses. The model is not asked after a hook ended the turn (G10).
 */
export async function askModel(
  agent: Agent,
  tally: TurnTally,
  signal: AbortSignal,
): Promise<Asked> {
  const checkpoint = await agent.checkpoint();
  if (checkpoint.do === "stop") return checkpoint;
  addUserMessage(agent, agent.takeLater());
  const compacted = await compactIfFull(agent, tally, signal);
  if (compacted.do === "stop") return compacted;
  const first = await request(agent, tally, signal);
  if (first.do === "stop" || !isEmpty(first.answer)) return added(agent, first, signal);
  addUserMessage(agent, [textBlock(emptyAnswer)]);
  tally.numTurns += 1;
  const second = await request(agent, tally, signal);
  if (second.do === "stop" || !isEmpty(second.answer)) return added(agent, second, signal);
  throw new UnusableAnswer(
    "the model's answer was empty twice: it had neither text nor a tool call",
  );
}

/** The model declined. What it wrote is dropped: it would make later requests fail too. */
function refuseRefusal({ stopReason }: ModelAnswer): void {
  if (stopReason === "refusal")
    throw new UnusableAnswer(
      "the model refused to answer; change the prompt, or start a new session",
    );
}

const isEmpty = ({ content }: ModelAnswer): boolean =>
  !content.some((block) => block.type === "tool_use" || (block.type === "text" && block.text));

async function added(agent: Agent, asked: Requested, signal: AbortSignal): Promise<Asked> {
  if (asked.do === "stop") return asked;
  const { content, usage, usageUnknown } = asked.answer;
  agent.conversation.add({ role: "assistant", content });
  const tokens = Object.values(usage).reduce((sum, part) => sum + part, 0);
  if (tokens > 0 && !usageUnknown) agent.conversation.setCounted(tokens);
  return { ...asked, shown: await showAnswer(agent, asked.answer, signal) };
}

/** How often a conversation that is too long is made shorter before the turn fails. */
const maxShortenings = 4;

/** Asks; if the conversation is too long for the model, it is made shorter and sent again. */
async function request(agent: Agent, tally: TurnTally, signal: AbortSignal): Promise<Requested> {
  for (let left = maxShortenings; left > 0; ) {
    const sent = await sendUnlessTooLong(agent, tally, signal);
    if (sent.do !== "shorten") return sent;
    const shortened = await shorten(agent, sent.tooLong, left === maxShortenings, tally, signal);
    if (shortened.do === "stop") return shortened;
    left = shortened.do === "unchanged" ? 0 : left - 1;
  }
  // E16: also if nothing could be made shorter, the request is sent again.
  return { do: "continue", answer: await send(agent, tally, signal) };
}

type Sent = Requested | { readonly do: "shorten"; readonly tooLong: TooLong };

async function sendUnlessTooLong(
  agent: Agent,
  tally: TurnTally,
  signal: AbortSignal,
): Promise<Sent> {
  try {
    return { do: "continue", answer: await send(agent, tally, signal) };
  } catch (error) {
    const tooLong = error instanceof ModelError ? error.tooLong : undefined;
    if (signal.aborted || tooLong === undefined) throw error;
    return { do: "shorten", tooLong };
  }
}

/** First it is compacted, once. If that is off, refused or not enough, old tool results are removed. */
async function shorten(
  agent: Agent,
  tooLong: TooLong,
  isFirst: boolean,
  tally: TurnTally,
  signal: AbortSignal,
): Promise<AutomaticEnd> {
  const compacted = isFirst ? await compactTooLong(agent, tooLong, tally, signal) : unchanged;
  if (compacted.do !== "unchanged") return compacted;
  return trimConversation(agent, tooLong) ? { do: "continue" } : unchanged;
}

const unchanged: AutomaticEnd = { do: "unchanged" };

/** As recorded: a subagent asks three times in all, whatever the failure. */
const subagentRetries = 2;

async function send(agent: Agent, tally: TurnTally, signal: AbortSignal): Promise<ModelAnswer> {
  const { model, purpose, agentRef, conversation, tools } = agent;
  const { emit, options, context, display } = agent;
  const system = await agent.system();
  signal.throwIfAborted();
  const start = context.clock.now();
  const received = partialAnswer(agent, tally);
  try {
    const answer = await model.answer({
      purpose,
      ...(agentRef && { agentType: agentRef.type }),
      system,
      messages: conversation.messages(),
      tools: [...tools.values()].map(({ name, description, inputSchema }) => ({
        name,
        description,
        inputSchema,
      })),
      ...(tally.model === undefined ? {} : { model: tally.model }),
      ...(options.effort === undefined ? {} : { effort: options.effort }),
      thinking: agent.thinking(),
      ...(options.betas && { betas: options.betas }),
      signal,
      shortens: true,
      ...(purpose === "subagent" ? { minRetries: subagentRetries } : {}),
      onRetry: received.startOver,
      onText(text) {
        received.add(text);
        if (!display?.holdsText()) emit({ type: "text-delta", text });
      },
      onPart(part) {
        tally.hasAnswer = true;
        if (!display?.holdsText()) emit({ type: "answer-part", part });
      },
    });
    tally.hasAnswer = true;
    tally.usage = addUsage(tally.usage, answer.usage);
    refuseRefusal(answer);
    return answer;
  } catch (error) {
    if (signal.aborted) await received.keep();
    throw error;
  } finally {
    tally.apiDurationMs += context.clock.now() - start;
  }
}
