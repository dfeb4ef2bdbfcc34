import type { Hooks, JsonObject, PermissionAnswer, ToolCallDecision } from "@snaphook/engine";
import type { AdapterOptions } from "../core/adapter-options.ts";
import { callTool, decideTool, runDecided } from "../core/call-tool.ts";
import type { StepOptions } from "../core/conversation.ts";
import { conversationOf } from "../core/conversations.ts";
import { RefusedCall } from "../core/refused-call.ts";
import { type Approve, approvalOf } from "./approval.ts";
import { cannot } from "./cannot.ts";
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
  readonly execute?: (input: JsonObject, options: ExecuteOptions) => unknown;
}

/**
 * Puts hooks into the settings of an agent: the same settings, with a model and tools that go through hooks, and with
 * approvals for calls that hooks ask about.
 */
export function withHooks<const S extends Settings>(
  settings: S,
  hooks: Hooks,
  adapterOptions: AdapterOptions = {},
): S {
  const conversation = conversationOf(hooks);
  const options: StepOptions = { ...adapterOptions, cannot };
  /** Calls that have not run yet: the signal of their run, and what was decided about them. */
  const signals = new Map<string, AbortSignal | undefined>();
  const decisions = new Map<string, Promise<ToolCallDecision>>();

  const execute = async (name: string, tool: Tool, input: JsonObject, call: ExecuteOptions) => {
    const { toolCallId: id, abortSignal: signal } = call;
    const decision = await decisions.get(id);
    decisions.delete(id);
    signals.delete(id);
    const run = async (used: JsonObject) => {
      const result = await tool.execute?.(used, call);
      if (!isAsyncIterable(result)) return result;
      conversation.report("preliminary-results", options);
      return lastOf(result);
    };
    const answer = decision
      ? // The SDK calls a tool that waits for approval only when it is approved.
        await runDecided(conversation, decision, run, { ...options, signal, approved: true })
      : await callTool(conversation, { id, name, input }, run, { ...options, signal });
    if (answer.action === "failed") throw answer.error;
    if (answer.action === "refused") throw new RefusedCall(answer.text);
    return answer.output;
  };

  const decide: Approve = async ({ id, name, input }, theirs) => {
    const decision =
      decisions.get(id) ??
      decideTool(
        conversation,
        { id, name, input },
        { ...options, signal: signals.get(id), permission: stricter(theirs, options.permission) },
      );
    decisions.set(id, decision);
    return decision;
  };

  const tools = Object.entries(settings.tools ?? {}).map(([name, tool]: [string, Tool]) => {
    if (tool.execute !== undefined)
      return [name, { ...tool, execute: execute.bind(undefined, name, tool) }];
    conversation.report("foreign-tools", options);
    return [name, tool];
  });
  return {
    ...settings,
    model: hookedModel(checkedModel(settings.model), conversation, options, (id, signal) =>
      signals.set(id, signal),
    ),
    ...(settings.tools && { tools: Object.fromEntries(tools) }),
    ...(options.ask === undefined && {
      toolApproval: approvalOf(settings.tools ?? {}, settings.toolApproval, decide),
    }),
  };
}

/** What the application's approvals say, unless its rules already refuse the call. */
const stricter =
  (theirs: PermissionAnswer, permission: AdapterOptions["permission"]) =>
  async (call: Parameters<NonNullable<AdapterOptions["permission"]>>[0]) => {
    const ours = (await permission?.(call)) ?? "allow";
    return theirs === "allow" || (typeof ours === "object" && "deny" in ours) ? ours : theirs;
  };

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

async function lastOf(results: AsyncIterable<unknown>): Promise<unknown> {
  let last: unknown;
  for await (const result of results) last = result;
  return last;
}
