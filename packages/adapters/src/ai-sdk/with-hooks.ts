import type { Hooks, JsonObject } from "@snaphook/engine";
import type { AdapterOptions } from "../core/adapter-options.ts";
import type { StepOptions } from "../core/conversation.ts";
import { conversationOf } from "../core/conversations.ts";
import { RefusedCall } from "../core/refused-call.ts";
import { ToolCalls } from "../core/tool-calls.ts";
import { approvalOf } from "./approval.ts";
import { cannot } from "./cannot.ts";
import { checkInput } from "./check-input.ts";
import { hookedModel } from "./hooked-model.ts";
import { checkedModel } from "./language-model.ts";

/** What `generateText`, `streamText` and `ToolLoopAgent` take, as far as hooks change it. */
export interface Settings {
  readonly model: unknown;
  readonly tools?: Readonly<Record<string, object>> | undefined;
  readonly toolApproval?: unknown;
}

interface ExecuteOptions {
  readonly toolCallId: string;
  readonly abortSignal?: AbortSignal;
}

interface Tool {
  readonly inputSchema?: unknown;
  readonly execute?: (input: JsonObject, options: ExecuteOptions) => unknown;
}

/**
 * Puts hooks into the settings of an agent: the same settings, with a model and tools that go through hooks, and with
 * approvals for calls that hooks ask about.
 */
export function withHooks<S extends Settings>(
  settings: S,
  hooks: Hooks,
  adapterOptions: AdapterOptions = {},
): NoInfer<S> {
  const conversation = conversationOf(hooks);
  const options: StepOptions = { ...adapterOptions, cannot };
  const calls = new ToolCalls(conversation, options, async (name, input) => {
    const tool: Tool | undefined = settings.tools?.[name];
    const checked = await checkInput(tool?.inputSchema, input);
    return checked.input === undefined ? checked.problem : undefined;
  });

  const execute = async (name: string, tool: Tool, input: JsonObject, call: ExecuteOptions) => {
    const run = async (used: JsonObject) => {
      // With the defaults and changes of the schema, as for the input of the model.
      const { input: checked = used } =
        used === input ? { input } : await checkInput(tool.inputSchema, used);
      const result = await tool.execute?.(checked, call);
      if (!isAsyncIterable(result)) return result;
      conversation.report("preliminary-results", options);
      return lastOf(result);
    };
    const { toolCallId: id, abortSignal } = call;
    // The SDK runs a call that waits for approval only when it is approved.
    const answer = await calls.run({ id, name, input }, run, abortSignal, true);
    if (answer.action === "failed") throw answer.error;
    if (answer.action === "refused") throw new RefusedCall(answer.text);
    return answer.output;
  };

  const tools = Object.entries(settings.tools ?? {}).map(([name, tool]: [string, Tool]) => {
    if (tool.execute !== undefined)
      return [name, { ...tool, execute: execute.bind(undefined, name, tool) }];
    conversation.report("foreign-tools", options);
    return [name, tool];
  });
  return {
    ...settings,
    model: hookedModel(checkedModel(settings.model), conversation, options, calls),
    ...(settings.tools && { tools: Object.fromEntries(tools) }),
    ...(options.ask === undefined && {
      toolApproval: approvalOf(settings.tools ?? {}, settings.toolApproval, calls),
    }),
  };
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

async function lastOf(results: AsyncIterable<unknown>): Promise<unknown> {
  let last: unknown;
  for await (const result of results) last = result;
  return last;
}
