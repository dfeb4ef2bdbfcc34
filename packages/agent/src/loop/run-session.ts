import type { Hooks } from "@snaphook/engine";
import { applyPreToolUse } from "../effects/pre-tool-use.ts";
import type { ConversationEntry, Model, ToolCall } from "../model/model.ts";
import type { ToolResult } from "../tools/bash.ts";
import type { SessionEvent } from "./session-event.ts";

export type Tool = (input: Readonly<Record<string, unknown>>, cwd: string) => Promise<ToolResult>;

export interface SessionOptions {
  readonly prompt: string;
  readonly model: Model;
  readonly tools: Readonly<Record<string, Tool>>;
  readonly hooks: Hooks;
  readonly cwd: string;
}

/** What became of one tool call: a result for the model, and whether the turn goes on. */
interface CallEnd {
  readonly result: ToolResult;
  readonly ran: boolean;
  readonly then: "goOn" | "stop";
}

/**
 * Prompt → model → tool calls → results → … → end, as one stream of events.
 */
export async function* runSession(options: SessionOptions): AsyncGenerator<SessionEvent> {
  const { prompt, model } = options;
  const conversation: ConversationEntry[] = [{ role: "user", text: prompt }];
  yield { type: "prompt", text: prompt };

  for (;;) {
    const answer = await model.answer(conversation);
    conversation.push({ role: "assistant", answer });
    if (answer.text) yield { type: "assistant", text: answer.text };
    if (answer.toolCalls.length === 0)
      return yield { type: "end", reason: "finished", text: answer.text };

    for (const call of answer.toolCalls) {
      const { result, ran, then } = yield* runToolCall(call, options);
      conversation.push({ role: "tool", callId: call.id, ...result });
      yield { type: "toolResult", call, ran, ...result };
      if (then === "stop") return yield { type: "end", reason: "stopped", text: result.text };
    }
  }
}

/** One tool call: its hooks speak first, their outcome decides whether the tool runs. */
async function* runToolCall(
  call: ToolCall,
  { tools, hooks, cwd }: SessionOptions,
): AsyncGenerator<SessionEvent, CallEnd> {
  const tool = tools[call.name];
  if (!tool) return refused(`There is no tool ${call.name}`, "goOn");
  const outcome = await hooks.fire("PreToolUse", {
    tool_name: call.name,
    tool_input: call.input,
    tool_use_id: call.id,
  });
  yield { type: "hooks", call, outcome };
  const step = applyPreToolUse(outcome);
  if (step.do === "refuse") return refused(step.text, step.then);
  return { result: await tool(step.input, cwd), ran: true, then: step.then };
}

const refused = (text: string, then: CallEnd["then"]): CallEnd => ({
  result: { text, isError: true },
  ran: false,
  then,
});
