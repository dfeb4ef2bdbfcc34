import type { Message } from "@snaphook/engine";
import type { ToolResultBlock, ToolUseBlock } from "../conversation/message.ts";
import { type CallEnd, notRun } from "../effects/call-end.ts";
import { hookBlocks, textBlock } from "../effects/hook-text.ts";
import type { ModelTexts } from "../effects/step.ts";
import { addUserMessage } from "./add-user-message.ts";
import type { Agent } from "./agent.ts";
import { callTool } from "./call-tool.ts";
import type { TurnTally } from "./turn-tally.ts";

/** How the turn continues after the calls of an answer. */
export type CallsStep =
  | { readonly do: "continue" | "interrupt" | "defer" }
  | { readonly do: "stop"; readonly reason: string };

/** The tool calls of one answer: those that may run in parallel do, and each is decided separately. */
export async function callTools(
  agent: Agent,
  calls: readonly ToolUseBlock[],
  tally: TurnTally,
  signal: AbortSignal,
): Promise<CallsStep> {
  const ends = await runInGroups(agent, calls, tally, signal);
  const results = calls.map((call, index) => toolResult(call, ends[index]));
  addUserMessage(agent, [...results, ...ends.flatMap(({ context }) => context)]);
  for (const message of ends.flatMap(({ messages }) => messages)) addAsOwnMessage(agent, message);
  const has = (step: CallsStep["do"]) => ends.some(({ next }) => next.do === step);
  if (has("defer")) return { do: "defer" };
  tally.numTurns += results.length;
  if (has("interrupt") || signal.aborted) return { do: "interrupt" };
  const stop = ends.map(({ next }) => next).find((next) => next.do === "stop");
  if (stop) return stop;
  return afterBatch(agent, calls, results, signal);
}

async function runInGroups(
  agent: Agent,
  calls: readonly ToolUseBlock[],
  { denials }: TurnTally,
  signal: AbortSignal,
): Promise<readonly CallEnd[]> {
  const ends: CallEnd[] = [];
  for (const group of groupsOf(agent, calls)) {
    // V2: where a stop ends the run, the calls after it do not run.
    const isOver = agent.profile.stopEnds === "run" && ends.some(({ next }) => next.do === "stop");
    const call = async (one: ToolUseBlock) =>
      isOver ? notRun(afterStop) : callTool(agent, one, denials, signal);
    ends.push(...(await Promise.all(group.map(call))));
  }
  return ends;
}

const afterStop = "This call did not run, because a hook stopped the agent first.";

function toolResult({ id }: ToolUseBlock, end: CallEnd | undefined): ToolResultBlock {
  const block = { type: "tool_result", tool_use_id: id, content: end?.text ?? "" } as const;
  return end?.call === "ran" ? block : { ...block, is_error: true };
}

/** V3: the model gets it as a separate user message, and the user sees it too. */
function addAsOwnMessage(agent: Agent, message: Message): void {
  addUserMessage(agent, [textBlock(message.text)]);
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
    // A call that cannot run is safe in parallel with any other.
    const together = !(tool && parsed?.ok) || tool.concurrent(parsed.input);
    const last = groups.at(-1);
    if (together && last?.together) last.calls.push(call);
    else groups.push({ together, calls: [call] });
  }
  return groups.map((group) => group.calls);
}

/** E25: PostToolBatch is fired once for all calls of an answer, refused and invalid ones too. */
async function afterBatch(
  agent: Agent,
  calls: readonly ToolUseBlock[],
  results: readonly ToolResultBlock[],
  signal: AbortSignal,
): Promise<CallsStep> {
  const checkpoint = await agent.checkpoint();
  if (checkpoint.do === "stop") return checkpoint;
  const tool_calls = calls.map(({ name, input, id }, index) => ({
    tool_name: name,
    tool_input: input,
    tool_use_id: id,
    tool_response: results[index]?.content ?? "",
  }));
  const step = await agent.dispatch("PostToolBatch", { tool_calls }, { signal });
  switch (step.do) {
    case "continue":
      addUserMessage(agent, batchTexts(step.forModel));
      return { do: "continue" };
    case "stop":
      addUserMessage(agent, batchTexts(step.forLater));
      return signal.aborted ? { do: "interrupt" } : step;
  }
}

/** Section 9 of the contract: context and the reasons of blocks go with the results. */
const batchTexts = ({ context, objections }: ModelTexts) =>
  hookBlocks("PostToolBatch", [...context, ...objections]);
