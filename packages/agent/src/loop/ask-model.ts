import { textBlock } from "../effects/hook-text.ts";
import { type ModelAnswer, ModelError, UnusableAnswer } from "../model/model.ts";
import { addUsage } from "../model/usage.ts";
import { addUserMessage } from "./add-user-message.ts";
import type { Agent, Checkpoint } from "./agent.ts";
import { trimConversation } from "./trim-conversation.ts";
import type { TurnTally } from "./turn-tally.ts";

/** G12: what is added when an answer was empty. */
const emptyAnswer = "Your last answer contained neither text nor a tool call. Please answer.";

type Asked =
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
  const first = await request(agent, tally, signal);
  if (!isEmpty(first)) return added(agent, first);
  addUserMessage(agent, [textBlock(emptyAnswer)]);
  tally.numTurns += 1;
  const second = await request(agent, tally, signal);
  if (!isEmpty(second)) return added(agent, second);
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

function added({ conversation, emit }: Agent, answer: ModelAnswer): Asked {
  const { id, model, content, stopReason, usage } = answer;
  const message = { role: "assistant", content } as const;
  conversation.add(message);
  emit({ type: "assistant", message, id, model, stopReason, usage });
  return { do: "continue", answer };
}

/** How often a conversation that is too long is trimmed before the turn fails. */
const maxTrims = 3;

/** Asks; if the conversation is too long for the model, old tool results are removed and it is asked again. */
async function request(agent: Agent, tally: TurnTally, signal: AbortSignal): Promise<ModelAnswer> {
  for (let trims = 0; ; trims += 1) {
    try {
      return await send(agent, tally, signal);
    } catch (error) {
      const tooLong = error instanceof ModelError && trims < maxTrims ? error.tooLong : undefined;
      if (signal.aborted || tooLong === undefined || !trimConversation(agent, tooLong)) throw error;
    }
  }
}

async function send(agent: Agent, tally: TurnTally, signal: AbortSignal): Promise<ModelAnswer> {
  const { model, purpose, conversation, tools, emit, options, context } = agent;
  const system = await agent.system();
  signal.throwIfAborted();
  const start = context.clock.now();
  try {
    const answer = await model.answer({
      purpose,
      system,
      messages: conversation.messages(),
      tools: [...tools.values()].map(({ name, description, inputSchema }) => ({
        name,
        description,
        inputSchema,
      })),
      ...(tally.model === undefined ? {} : { model: tally.model }),
      ...(options.effort === undefined ? {} : { effort: options.effort }),
      signal,
      onText: (text) => emit({ type: "text-delta", text }),
    });
    tally.usage = addUsage(tally.usage, answer.usage);
    refuseRefusal(answer);
    return answer;
  } finally {
    tally.apiDurationMs += context.clock.now() - start;
  }
}
