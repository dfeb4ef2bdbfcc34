import type { ToolCallResult } from "@snaphook/engine";
import { nearestName } from "@snaphook/engine/internal";
import type { ToolUseBlock } from "../conversation/message.ts";
import { hookView } from "../effects/hook-view.ts";
import { applyToolCall, type CallStep } from "../effects/tool-call.ts";
import { errorText } from "../error-text.ts";
import type { Tool, ToolInput } from "../tools/tool.ts";
import type { Agent } from "./agent.ts";
import type { PermissionDenial } from "./agent-event.ts";
import { moveDirectory } from "./move-directory.ts";
import { warning } from "./warning.ts";

/**
 * One tool call, from what the model asked for to what it is told.
 *
 * 1. An unknown tool, an input that does not fit or the tool's own objection is told at once; no hook
 *    hears of it (E17).
 * 2. Hooks, rules and whoever can be asked decide; the tool runs; hooks hear how it went (`hooks.tool`).
 */
export async function callTool(
  agent: Agent,
  call: ToolUseBlock,
  denials: PermissionDenial[],
  signal: AbortSignal,
): Promise<CallStep> {
  const { tools, context, emit } = agent;
  if (signal.aborted) return notRun("The user interrupted before this call ran");
  const tool = tools.get(call.name);
  if (!tool) return notRun(unknownTool(call.name, [...tools.keys()]));
  const parsed = tool.parse(call.input, context);
  if (!parsed.ok) return notRun(`The input of ${tool.name} does not fit: ${parsed.problem}`);
  const objection = await tool.check?.(parsed.input, context);
  if (objection !== undefined) return notRun(objection);
  const { id } = call;
  const { name } = tool;
  emit({ type: "tool-started", id, name, input: parsed.input });
  await agent.settle();
  const ended = await decideAndRun(agent, tool, { id, input: parsed.input }, signal);
  for (const outcome of ended.outcomes) agent.report(outcome);
  for (const text of ended.action === "ran" ? ended.warnings : []) emit(warning(text));
  const step = applyToolCall(tool, ended, agent.profile);
  if (step.refused) denials.push({ tool_name: name, tool_use_id: id, tool_input: parsed.input });
  const response = ended.action === "ran" ? { response: ended.result } : {};
  emit({
    type: "tool-ended",
    id,
    name,
    ran: step.ran,
    isError: step.isError,
    text: step.text,
    ...response,
  });
  return step;
}

function decideAndRun(
  agent: Agent,
  tool: Tool,
  { id, input }: { readonly id: string; readonly input: ToolInput },
  signal: AbortSignal,
): Promise<ToolCallResult<unknown>> {
  const { context, permissions, options, emit } = agent;
  const { ask } = options;
  const view = hookView(agent.profile, tool.name);
  /** What runs, and therefore what is judged: a hook may have left out what `parse` fills in. */
  const inputOf = (seen: ToolInput): ToolInput => {
    const given = view.fromHooks(seen);
    const parsed = tool.parse(given, context);
    return parsed.ok ? parsed.input : given;
  };
  return agent
    .hooks()
    .tool(
      { name: view.name, input: view.toHooks(input), id },
      async (seen) => {
        const from = context.cwd();
        try {
          return await tool.run(inputOf(seen), context, signal);
        } finally {
          await moveDirectory(agent, from);
        }
      },
      {
        signal,
        permission: (seen) => permissions.judge(tool, inputOf(seen), context.cwd()),
        suggestions: (seen) => permissions.suggestions(tool, inputOf(seen), context.cwd()),
        validate: (seen) => {
          const parsed = tool.parse(view.fromHooks(seen), context);
          return parsed.ok ? undefined : parsed.problem;
        },
        validateOutput: (output) => tool.validateOutput(output),
        async updatePermissions(updates) {
          for (const text of await permissions.update(updates)) emit(warning(text));
        },
        ...(ask && permissions.mode() !== "dontAsk"
          ? {
              ask: ({ call, reasons, suggestions }) =>
                ask({
                  call: { ...call, name: tool.name, input: inputOf(call.input) },
                  reasons,
                  suggestions,
                  signal,
                }),
            }
          : {}),
      },
    )
    .catch((error: unknown): ToolCallResult<unknown> => {
      // What fails here is a fault of ours or of a collaborator; the call has not run, and the turn goes on.
      const reason = `The call could not be decided: ${errorText(error)}`;
      const call = { name: view.name, input, id };
      return {
        action: "refused",
        call,
        reasons: [reason],
        outcomes: [],
        messages: [],
        turn: "continue",
      };
    });
}

/** A call of which no hook hears. */
export const notRun = (text: string): CallStep => ({
  text,
  isError: true,
  context: [],
  messages: [],
  turn: "continue",
  stopReason: "",
  ran: false,
  refused: false,
});

function unknownTool(name: string, names: readonly string[]): string {
  const near = nearestName(name, names);
  return `There is no tool ${name}${near === undefined ? "" : `; ${near} is the nearest`}. The tools are: ${names.join(", ")}`;
}
