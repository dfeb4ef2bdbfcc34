import { textBlock } from "../effects/hook-text.ts";
import type { ModelAnswer } from "../model/model.ts";
import type { Agent } from "./agent.ts";
import { say } from "./say.ts";
import { addUsage, type TurnTally } from "./turn-tally.ts";

/** G12: what is added when an answer held nothing. */
const emptyAnswer = "Your last answer held neither text nor a tool call. Please answer.";

/** Asks the model and takes its answer into the conversation; an empty one is dropped and asked for again, once (G12). */
export async function askModel(
  agent: Agent,
  tally: TurnTally,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  await agent.settle();
  say(agent, agent.takeLater());
  const first = await request(agent, tally, signal);
  if (!isEmpty(first)) return taken(agent, first);
  say(agent, [textBlock(emptyAnswer)]);
  tally.numTurns += 1;
  return taken(agent, await request(agent, tally, signal));
}

const isEmpty = ({ content }: ModelAnswer): boolean =>
  !content.some((block) => block.type === "tool_use" || (block.type === "text" && block.text));

function taken({ conversation, emit }: Agent, answer: ModelAnswer): ModelAnswer {
  const { id, model, content, stopReason, usage } = answer;
  const message = { role: "assistant", content } as const;
  conversation.add(message);
  emit({ type: "assistant", message, id, model, stopReason, usage });
  return answer;
}

async function request(agent: Agent, tally: TurnTally, signal: AbortSignal): Promise<ModelAnswer> {
  const { model, purpose, system, conversation, tools, emit, options, context } = agent;
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
    return answer;
  } finally {
    tally.apiDurationMs += context.clock.now() - start;
  }
}
