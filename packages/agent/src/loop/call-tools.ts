import type { Message } from "@snaphook/engine";
import type { ToolResultBlock, ToolUseBlock } from "../conversation/message.ts";
import { type CallEnd, notStarted } from "../effects/call-end.ts";
import { hookBlocks, textBlock } from "../effects/hook-text.ts";
import type { ModelTexts } from "../effects/step.ts";
import { addUserMessage } from "./add-user-message.ts";
import type { Agent } from "./agent.ts";
import { callOfModel } from "./call-of-model.ts";
import { callTool, type RanCall, toolNamed } from "./call-tool.ts";
import { runBeforeHooks } from "./run-before-hooks.ts";
import type { TurnTally } from "./turn-tally.ts";
import { withInstructions } from "./with-instructions.ts";

/** How the turn continues after the calls of an answer. */
export type CallsStep =
  | { readonly do: "continue" | "interrupt" }
  /** The call waits until the session continues. */
  | { readonly do: "defer"; readonly call: ToolUseBlock | undefined }
  | { readonly do: "stop"; readonly reason: string };

/** The tool calls of one answer; each is decided separately. */
export async function callTools(
  agent: Agent,
  calls: readonly ToolUseBlock[],
  tally: TurnTally,
  signal: AbortSignal,
): Promise<CallsStep> {
  const { results, ends } = await runAndRecord(agent, calls, tally, signal);
  for (const message of ends.flatMap(({ messages }) => messages)) addAsOwnMessage(agent, message);
  const has = (step: CallsStep["do"]) => ends.some(({ next }) => next.do === step);
  if (has("defer"))
    return { do: "defer", call: calls[ends.findIndex(({ next }) => next.do === "defer")] };
  tally.numTurns += results.length + ends.filter(({ hasTextAfter }) => hasTextAfter).length;
  if (has("interrupt") || signal.aborted) return { do: "interrupt" };
  const stop = ends.map(({ next }) => next).find((next) => next.do === "stop");
  if (stop) return stop;
  return afterBatch(agent, calls, results, signal);
}

interface RecordedCalls {
  readonly results: readonly ToolResultBlock[];
  readonly ends: readonly CallEnd[];
}

/** Runs the calls, and records their results in one message: after their hooks, or before them (V2). */
async function runAndRecord(
  agent: Agent,
  calls: readonly ToolUseBlock[],
  { denials }: TurnTally,
  signal: AbortSignal,
): Promise<RecordedCalls> {
  let results: readonly ToolResultBlock[] = [];
  const record = (ended: readonly (RanCall | CallEnd)[], context: CallEnd["context"] = []) => {
    results = calls.map((call, index) => toolResult(call, ended[index]));
    addUserMessage(agent, [...results, ...context], responsesOf(calls, ended));
  };
  if (agent.profile.callsOfAnswer === "all-before-hooks") {
    const ends = await runBeforeHooks(agent, calls, denials, signal, record);
    addUserMessage(
      agent,
      ends.flatMap(({ afterResult = [] }) => afterResult),
    );
    return { results, ends };
  }
  const ends = await runInGroups(agent, calls, { denials }, signal);
  const context = ends.flatMap((end) => end.context);
  record(ends, context);
  return { results, ends };
}

/** What each tool returned; the text of its failure, if it failed. */
const responsesOf = (
  calls: readonly ToolUseBlock[],
  ended: readonly (RanCall | CallEnd)[],
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    calls.map(({ id }, index) => {
      const end = ended[index];
      return [id, end?.call === "ran" ? end.response : `Error: ${end?.text ?? ""}`];
    }),
  );

/** Makes calls: those that may run in parallel together, the others one after another. */
export async function runInGroups(
  agent: Agent,
  calls: readonly ToolUseBlock[],
  { denials }: Pick<TurnTally, "denials">,
  signal: AbortSignal,
): Promise<readonly CallEnd[]> {
  const ends: CallEnd[] = [];
  for (const group of groupsOf(agent, calls)) {
    const isOver = ends.some(({ next }) => next.do === "interrupt");
    const ended = group.map(async (call) =>
      callOfModel(agent, call, () =>
        isOver ? notStarted(notReached) : callTool(agent, call, denials, signal),
      ),
    );
    for (const end of await Promise.all(ended)) ends.push(await withInstructions(agent, end));
  }
  return ends;
}

/** The result of a call that comes after one whose refusal interrupts the turn (G6). */
const notReached = "This call did not run, because the turn was interrupted.";

export function toolResult(
  { id }: ToolUseBlock,
  end: RanCall | CallEnd | undefined,
): ToolResultBlock {
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
  { tools, context, options }: Agent,
  calls: readonly ToolUseBlock[],
): readonly (readonly ToolUseBlock[])[] {
  const groups: { readonly together: boolean; readonly calls: ToolUseBlock[] }[] = [];
  for (const call of calls) {
    const tool = toolNamed(tools, options.toolAliases?.[call.name] ?? call.name);
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
      addUserMessage(agent, batchTexts(step.forModel, agent.hookMark));
      return { do: "continue" };
    case "stop":
      addUserMessage(agent, batchTexts(step.forLater, agent.hookMark));
      return signal.aborted ? { do: "interrupt" } : step;
  }
}

/** Section 9 of the contract: context and the reasons of blocks go with the results. */
const batchTexts = ({ context, objections }: ModelTexts, mark: string) =>
  hookBlocks("PostToolBatch", [...context, ...objections], mark);
