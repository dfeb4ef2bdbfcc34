import type { Conversation } from "../../conversation/conversation.ts";
import type { AgentDefinition } from "../../subagents/agent-definition.ts";
import { type AgentResponse, type AgentTask, ToolFailure } from "../../tools/tool.ts";
import type { TurnEnd } from "../turn-result.ts";
import type { TurnTally } from "../turn-tally.ts";

/** What the caller needs to know about a subagent that did not finish by itself. */
const notes: Partial<Record<TurnEnd["terminal"], string>> = {
  hook_stopped: "A hook stopped the agent before it was done.",
  tool_deferred: "A hook deferred a call of the agent, which ended it.",
  max_turns: "The agent reached its limit of turns before it was done.",
};

export interface FinishedAgent {
  readonly id: string;
  readonly definition: Pick<AgentDefinition, "name">;
  readonly task: AgentTask;
  readonly conversation: Conversation;
  readonly tally: TurnTally;
  readonly durationMs: number;
}

/** What a call of Agent results in; throws if the subagent failed. */
export function agentResponse(end: TurnEnd, agent: FinishedAgent): AgentResponse {
  const { terminal, errors } = end;
  if (terminal === "aborted_tools")
    throw new DOMException(
      "The agent was ended: a call of it was refused, and the refusal ends the agent",
      "AbortError",
    );
  const hasRun = agent.conversation.messages().length > 0;
  const note =
    terminal === "hook_stopped" && !hasRun
      ? "A SubagentStart hook stopped the agent before it began."
      : notes[terminal];
  if (note === undefined && errors.length > 0)
    throw new ToolFailure(`The agent failed: ${errors.join("; ")}`);
  const { id, definition, task, conversation, tally, durationMs } = agent;
  const { usage } = tally;
  const texts = [note, lastText(conversation)].filter((text) => text !== undefined && text !== "");
  return {
    status: note === undefined ? "completed" : terminal,
    prompt: task.prompt,
    agentId: id,
    agentType: definition.name,
    content: (texts.length > 0 ? texts : ["The agent ended without an answer."]).map((text) => ({
      type: "text" as const,
      text: String(text),
    })),
    totalDurationMs: Math.round(durationMs),
    totalTokens:
      usage.input_tokens +
      usage.output_tokens +
      usage.cache_read_input_tokens +
      usage.cache_creation_input_tokens,
    totalToolUseCount: callsIn(conversation),
    usage,
  };
}

/** A call whose subagent runs in the background. */
export const launchedResponse = (
  { id, definition }: Pick<FinishedAgent, "id" | "definition">,
  { prompt, description }: AgentTask,
  outputFile: string,
): AgentResponse => ({
  isAsync: true,
  status: "async_launched",
  agentId: id,
  agentType: definition.name,
  description,
  prompt,
  outputFile,
  content: [
    {
      type: "text",
      text: `The agent ${id} runs in the background. Its answer arrives as a message when it has ended; do not wait for it and do not guess what it will say.`,
    },
  ],
});

/** The text of the last answer: what the subagent says to its caller. */
export const lastText = (conversation: Conversation): string => {
  const last = conversation.messages().findLast(({ role }) => role === "assistant");
  const block = last?.content.findLast(({ type }) => type === "text");
  return block?.type === "text" ? block.text : "";
};

const callsIn = (conversation: Conversation): number =>
  conversation
    .messages()
    .flatMap(({ content }) => content.filter(({ type }) => type === "tool_use")).length;
