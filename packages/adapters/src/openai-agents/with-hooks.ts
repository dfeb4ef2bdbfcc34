import { randomUUID } from "node:crypto";
import type { Hooks, JsonObject } from "@snaphook/engine";
import type { AdapterOptions } from "../core/adapter-options.ts";
import type { StepOptions } from "../core/conversation.ts";
import { conversationOf } from "../core/conversations.ts";
import { ToolCalls } from "../core/tool-calls.ts";
import { cannot } from "./cannot.ts";
import {
  type FunctionTool,
  type InvokeArguments,
  isFunctionTool,
  objectOf,
  refuse,
} from "./function-tool.ts";
import { checkedModel, hookedModel } from "./hooked-model.ts";
import { withToolErrors } from "./tool-error.ts";

/** The configuration of an `Agent`, as far as hooks change it. */
export interface AgentSettings {
  readonly model?: unknown;
  readonly tools?: readonly object[];
  readonly handoffs?: readonly unknown[];
  readonly mcpServers?: readonly unknown[];
}

/**
 * Puts hooks into the configuration of an agent: the same configuration, with a model and function tools that go
 * through hooks. Calls that hooks ask about become interruptions.
 */
export function withHooks<S extends AgentSettings>(
  settings: S,
  hooks: Hooks,
  adapterOptions: AdapterOptions = {},
): NoInfer<S> {
  const conversation = conversationOf(hooks);
  const options: StepOptions = { ...adapterOptions, cannot };
  const calls = new ToolCalls(conversation, options);

  /** Runs the tool itself; a failure rejects. */
  const execution = (
    tool: FunctionTool,
    [context, json, details]: InvokeArguments,
    input: JsonObject,
  ) => {
    /** What the SDK gives the model in place of the error, if the tool does not want it thrown. */
    const shown: unknown[] = [];
    const run = (used: JsonObject) => {
      const isChanged = JSON.stringify(used) !== JSON.stringify(input);
      if (isChanged && tool.inputGuardrails?.length) conversation.report("guardrails", options);
      return withToolErrors(
        () => tool.invoke(context, isChanged ? JSON.stringify(used) : json, details),
        ({ text, isHidden }) => {
          shown.push(text);
          if (isHidden) conversation.report("hidden-failures", options);
        },
      );
    };
    return { run, shown };
  };

  const invoke = async (tool: FunctionTool, ...given: InvokeArguments): Promise<unknown> => {
    const [context, json, details = {}] = given;
    const input = objectOf(json);
    if (input === undefined)
      return refuse(tool, given, `${tool.name} did not run: its input is not a JSON object`);
    const { toolCall: { callId: id } = { callId: randomUUID() }, signal } = details;
    // Without a decision the user approved the tool for good, or the run continues in another process.
    const isApproved =
      calls.isDecided(id) || context.isToolApproved({ toolName: tool.name, callId: id }) === true;
    const call = { id, name: tool.name, input };
    if (options.ask === undefined) await calls.decide(call, "allow", signal);
    const { run, shown } = execution(tool, given, input);
    const answer = await calls.run(call, run, signal, isApproved);
    if (answer.action === "ran") return answer.output;
    if (answer.action === "refused") return refuse(tool, given, answer.text);
    if (shown.length === 0) throw answer.error;
    return shown[0];
  };

  const needsApproval = async (
    tool: FunctionTool,
    ...[context, input, id = randomUUID()]: Parameters<FunctionTool["needsApproval"]>
  ): Promise<boolean> => {
    const asks = await tool.needsApproval(context, input, id);
    const theirs = asks ? { ask: "the application asks about this call" } : "allow";
    const call = { id, name: tool.name, input: input as JsonObject };
    return (await calls.decide(call, theirs)).action === "ask";
  };

  const guarded = (tool: FunctionTool): FunctionTool => ({
    ...tool,
    invoke: invoke.bind(undefined, tool),
    ...(options.ask === undefined && { needsApproval: needsApproval.bind(undefined, tool) }),
  });

  const { tools = [], handoffs = [], mcpServers = [] } = settings;
  if (handoffs.length > 0 || mcpServers.length > 0 || !tools.every(isFunctionTool))
    conversation.report("foreign-tools", options);
  return {
    ...settings,
    model: hookedModel(checkedModel(settings.model), conversation, options, calls),
    tools: tools.map((tool) => (isFunctionTool(tool) ? guarded(tool) : tool)),
  };
}
