import type { Hooks, JsonObject } from "@snaphook/engine";
import type { AdapterOptions } from "../core/adapter-options.ts";
import type { StepOptions } from "../core/conversation.ts";
import { conversationOf } from "../core/conversations.ts";
import { ToolCalls } from "../core/tool-calls.ts";
import { cannot } from "./cannot.ts";
import { checkedModel, hookedModel } from "./hooked-model.ts";

/** The configuration of an `Agent`, as far as hooks change it. */
export interface AgentSettings {
  readonly model?: unknown;
  readonly tools?: readonly object[];
  readonly handoffs?: readonly unknown[];
}

interface CallDetails {
  readonly toolCall?: { readonly callId: string };
  readonly signal?: AbortSignal;
}

interface FunctionTool {
  readonly type: "function";
  readonly name: string;
  readonly errorFunction?: unknown;
  invoke(context: unknown, input: string, details?: CallDetails): Promise<unknown>;
  needsApproval(context: unknown, input: unknown, callId?: string): Promise<boolean>;
}

const isFunctionTool = (tool: object): tool is FunctionTool =>
  "type" in tool && tool.type === "function" && "invoke" in tool;

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

  const guarded = (tool: FunctionTool): FunctionTool => ({
    ...tool,
    invoke: async (context, json, details = {}) => {
      const input = objectOf(json);
      // Input that is not an object cannot run: the tool says why, and hooks are left out.
      if (input === undefined) return tool.invoke(context, json, details);
      const { toolCall, signal } = details;
      const answer = await calls.run(
        { id: toolCall?.callId ?? "", name: tool.name, input },
        (used) => tool.invoke(context, used === input ? json : JSON.stringify(used), details),
        signal,
      );
      if (answer.action === "refused") return answer.text;
      if (answer.action === "ran") return answer.output;
      return answer.error instanceof Error ? answer.error.message : String(answer.error);
    },
    needsApproval: async (context, input, callId = "") => {
      const asks = await tool.needsApproval(context, input, callId);
      if (options.ask !== undefined) return asks;
      const call = { id: callId, name: tool.name, input: input as JsonObject };
      const theirs = asks ? { ask: "the application asks about this call" } : "allow";
      return (await calls.decide(call, theirs)).action === "ask";
    },
  });

  const { tools = [], handoffs = [] } = settings;
  if (handoffs.length > 0 || !tools.every(isFunctionTool))
    conversation.report("foreign-tools", options);
  if (tools.some((tool) => isFunctionTool(tool) && tool.errorFunction != null))
    conversation.report("hidden-failures", options);
  return {
    ...settings,
    model: hookedModel(checkedModel(settings.model), conversation, options, calls),
    tools: tools.map((tool) => (isFunctionTool(tool) ? guarded(tool) : tool)),
  };
}

function objectOf(json: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
