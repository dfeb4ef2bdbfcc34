import { randomUUID } from "node:crypto";
import type { Hooks, JsonObject } from "@snaphook/engine";
import type { AdapterOptions } from "../core/adapter-options.ts";
import { callTool } from "../core/call-tool.ts";
import { conversationOf } from "../core/conversations.ts";
import { RefusedCall } from "../core/refused-call.ts";
import { cannot } from "./cannot.ts";

/** What a tool gets beside its input. */
export interface CallOptions {
  /** The id of the model's call. Default: a new one. */
  readonly id?: string;
  readonly signal?: AbortSignal;
}

/** A tool as a function. */
// biome-ignore lint/suspicious/noExplicitAny: a function with a narrower input is a tool too
export type PlainTool = (input: any, options?: CallOptions) => unknown;

/** The same tools; every call returns a promise. */
export type ToolsWithHooks<Tools extends Readonly<Record<string, PlainTool>>> = {
  readonly [Name in keyof Tools]: (
    input: Parameters<Tools[Name]>[0],
    options?: CallOptions,
  ) => Promise<Awaited<ReturnType<Tools[Name]>>>;
};

/**
 * Puts tools behind hooks: the same functions, which run PreToolUse, your rules, PermissionRequest, the tool, and
 * PostToolUse or PostToolUseFailure. A call that does not run throws a `RefusedCall`, whose message is for the model.
 */
export function withHooks<const Tools extends Readonly<Record<string, PlainTool>>>(
  tools: Tools,
  hooks: Hooks,
  options: AdapterOptions = {},
): ToolsWithHooks<Tools> {
  const conversation = conversationOf(hooks);
  const wrapped = Object.entries(tools).map(([name, tool]) => [
    name,
    async (input: JsonObject, { id = randomUUID(), signal }: CallOptions = {}) => {
      const answer = await callTool(
        conversation,
        { id, name, input },
        async (used) => tool(used, { id, ...(signal && { signal }) }),
        { ...options, cannot, signal },
      );
      if (answer.action === "failed") throw answer.error;
      if (answer.action === "refused") throw new RefusedCall(answer.text);
      return answer.output;
    },
  ]);
  return Object.fromEntries(wrapped);
}
