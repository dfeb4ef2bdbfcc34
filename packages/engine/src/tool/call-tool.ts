import type { JsonObject } from "../stages/hook-event.ts";
import { decideToolCall } from "./decide-tool-call.ts";
import { type RunOptions, runToolCall } from "./run-tool-call.ts";
import type {
  PermissionQuestion,
  PermissionReply,
  ToolCallRequest,
  ToolCallResult,
  ToolCallSession,
} from "./tool-call.ts";

export interface ToolCallOptions<Result> extends Omit<RunOptions<Result>, "answer"> {
  /** Asks the user. If omitted, a call that needs approval is refused. */
  readonly ask?: (
    question: PermissionQuestion & { readonly signal?: AbortSignal },
  ) => Promise<PermissionReply>;
}

/** One tool call from start to end: decide, ask if necessary, run. */
export async function callTool<Result>(
  session: ToolCallSession,
  call: ToolCallRequest,
  execute: (input: JsonObject) => Promise<Result>,
  { ask, ...options }: ToolCallOptions<Result>,
): Promise<ToolCallResult<Result>> {
  const decision = await decideToolCall(session, call, { ...options, canAsk: ask !== undefined });
  const signal = options.signal === undefined ? {} : { signal: options.signal };
  if (decision.action !== "ask" || ask === undefined)
    return runToolCall(session, decision, execute, options);
  const answer: unknown = await ask({ ...decision.question, ...signal });
  // For run, undefined means that no one was asked.
  const reply = answer === undefined ? null : answer;
  return runToolCall(session, decision, execute, { ...options, answer: reply as PermissionReply });
}
