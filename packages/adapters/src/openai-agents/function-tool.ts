import type { JsonObject } from "@snaphook/engine";
import { RefusedCall } from "../core/refused-call.ts";

// The parts of the SDK's interface of tools that the adapter uses.

interface RunContext {
  isToolApproved(call: { readonly toolName: string; readonly callId: string }): boolean | undefined;
}

interface CallDetails {
  readonly toolCall?: { readonly callId: string };
  readonly signal?: AbortSignal;
}

export type InvokeArguments = [context: RunContext, json: string, details?: CallDetails];

export interface FunctionTool {
  readonly type: "function";
  readonly name: string;
  readonly inputGuardrails?: readonly unknown[];
  /** Only tools with an output schema show it. */
  readonly errorFunction?:
    | ((context: RunContext, error: unknown, details?: CallDetails) => unknown)
    | null;
  invoke(...given: InvokeArguments): Promise<unknown>;
  needsApproval(context: RunContext, input: unknown, callId?: string): Promise<boolean>;
}

export const isFunctionTool = (tool: object): tool is FunctionTool =>
  "type" in tool && tool.type === "function" && "invoke" in tool;

/** The answer to a call that did not run. A tool with an output schema has its own way to say that. */
export function refuse(
  { errorFunction }: FunctionTool,
  [context, , details]: InvokeArguments,
  text: string,
): unknown {
  if (errorFunction === undefined) return text;
  const refusal = new RefusedCall(text);
  if (errorFunction === null) throw refusal;
  return errorFunction(context, refusal, details);
}

/** The input of a call, if it is an object: hooks cannot judge any other. */
export function objectOf(json: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(json);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
