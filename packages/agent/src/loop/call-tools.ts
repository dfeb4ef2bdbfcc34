import type { Message } from "@snaphook/engine";
import type { ToolResultBlock, ToolUseBlock } from "../conversation/message.ts";
import { textBlock } from "../effects/hook-text.ts";
import { applyPostToolBatch } from "../effects/post-tool-batch.ts";
import type { CallStep } from "../effects/tool-call.ts";
import type { Agent } from "./agent.ts";
import type { TerminalReason } from "./agent-event.ts";
import { callTool, notRun } from "./call-tool.ts";
import { say } from "./say.ts";
import type { TurnTally } from "./turn-tally.ts";

/** Why the turn ends with the calls of an answer. */
export interface CallsEnd {
  readonly terminal: TerminalReason;
  /** V2: the whole run fails, with this reason. */
  readonly failure?: string;
}

/**
 * The tool calls of one answer: those that may run beside each other do, each is decided on its own.
 * Answers with why the turn ends, if it does.
 */
export async function callTools(
  agent: Agent,
  calls: readonly ToolUseBlock[],
  tally: TurnTally,
  signal: AbortSignal,
): Promise<CallsEnd | undefined> {
  const endsRun = agent.profile.stopEnds === "run";
  const steps: CallStep[] = [];
  for (const group of groupsOf(agent, calls)) {
    const isOver = endsRun && steps.some(({ turn }) => turn === "stop");
    const call = async (one: ToolUseBlock) =>
      isOver ? notRun(afterStop) : callTool(agent, one, tally.denials, signal);
    steps.push(...(await Promise.all(group.map(call))));
  }
  const results = calls.map((call, index): ToolResultBlock => {
    const { text = "", isError = true } = steps[index] ?? {};
    const block = { type: "tool_result", tool_use_id: call.id, content: text } as const;
    return isError ? { ...block, is_error: true } : block;
  });
  say(agent, [...results, ...steps.flatMap(({ context }) => context)]);
  for (const message of steps.flatMap(({ messages }) => messages)) tellAlone(agent, message);
  const ends = new Set(steps.map(({ turn }) => turn));
  if (ends.has("defer")) return { terminal: "tool_deferred" };
  tally.numTurns += results.length;
  if (ends.has("interrupt") || signal.aborted) {
    tally.numTurns += 1;
    return { terminal: "aborted_tools" };
  }
  const stop = steps.find(({ turn }) => turn === "stop");
  if (stop) return { terminal: "hook_stopped", ...(endsRun && { failure: stop.stopReason }) };
  const terminal = await afterBatch(agent, calls, results, signal);
  return terminal && { terminal };
}

const afterStop = "This call did not run: a hook stopped the agent before it.";

/** V3: a user message of its own, and the user hears of it. */
function tellAlone(agent: Agent, message: Message): void {
  say(agent, [textBlock(message.text)]);
  const text = `${message.hook.label} tells the model: ${message.text}`;
  agent.emit({ type: "notice", level: "info", text, message });
}

/** Calls in a row that may run together. */
function groupsOf(
  { tools, context, profile }: Agent,
  calls: readonly ToolUseBlock[],
): readonly (readonly ToolUseBlock[])[] {
  if (profile.callsOfAnswer === "one-by-one") return calls.map((call) => [call]);
  const groups: { readonly together: boolean; readonly calls: ToolUseBlock[] }[] = [];
  for (const call of calls) {
    const tool = tools.get(call.name);
    const parsed = tool?.parse(call.input, context);
    // A call that cannot run disturbs nobody.
    const together = !(tool && parsed?.ok) || tool.concurrent(parsed.input);
    const last = groups.at(-1);
    if (together && last?.together) last.calls.push(call);
    else groups.push({ together, calls: [call] });
  }
  return groups.map((group) => group.calls);
}

/** E25: hooks hear of all calls of an answer once, refused and invalid ones too. */
async function afterBatch(
  agent: Agent,
  calls: readonly ToolUseBlock[],
  results: readonly ToolResultBlock[],
  signal: AbortSignal,
): Promise<TerminalReason | undefined> {
  const outcome = await agent.hooks().fire(
    "PostToolBatch",
    {
      tool_calls: calls.map(({ name, input, id }, index) => ({
        tool_name: name,
        tool_input: input,
        tool_use_id: id,
        tool_response: results[index]?.content ?? "",
      })),
    },
    { signal },
  );
  agent.report(outcome);
  const step = applyPostToolBatch(outcome);
  say(agent, step.told);
  if (step.do === "continue") return undefined;
  return signal.aborted ? "aborted_tools" : "hook_stopped";
}
