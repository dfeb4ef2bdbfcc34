import type { HookInput } from "./stages/hook-event.ts";
import type { OutcomeOf, Then } from "./stages/outcome.ts";
import type { Message } from "./stages/verdict.ts";
import type { ToolCallRequest, ToolCallSession } from "./tool-call-session.ts";
import { replacementOf } from "./tool-output.ts";
import { decidePermission, type PermissionOptions } from "./tool-permission.ts";

export interface ToolCallOptions<Result> extends PermissionOptions {
  /** The result as hooks are told it. Default: the result. */
  readonly response?: (result: Result) => unknown;
  /** What is wrong with an output a hook put in its place, if anything (A5). MCP tools need none. */
  readonly validateOutput?: (output: unknown) => string | undefined;
  readonly signal?: AbortSignal;
}

/** What became of a tool call. `messages` are all texts of all its hooks. */
export type ToolCallResult<Result> = {
  readonly messages: readonly Message[];
  readonly then: Then;
} & (
  | {
      readonly action: "ran";
      readonly result: Result;
      /** What a hook wants the model to see in its place. */
      readonly updatedOutput?: unknown;
      /** Why a hook objects to the result. */
      readonly reasons: readonly string[];
      /** What hooks wanted and did not get, for the user. */
      readonly warnings: readonly string[];
    }
  | { readonly action: "failed"; readonly error: unknown; readonly reasons: readonly string[] }
  | { readonly action: "refused"; readonly reasons: readonly string[] }
  | { readonly action: "stopped"; readonly reason: string }
  /** A hook put it off: nothing ran, and the run ends here (SPEC 12). */
  | { readonly action: "deferred" }
);

/**
 * One tool call with its hooks.
 *
 * 1. PreToolUse speaks; a refusal, a stop or a deferral ends it.
 * 2. The permission is settled: by the host's rules, the hooks, or whoever can be asked (G1).
 * 3. The tool runs, and PostToolUse or PostToolUseFailure is told.
 *
 * A call whose signal was aborted meanwhile does not run (P18).
 */
export async function runToolCall<Result>(
  session: ToolCallSession,
  call: ToolCallRequest,
  execute: (input: HookInput) => Promise<Result>,
  options: ToolCallOptions<Result>,
): Promise<ToolCallResult<Result>> {
  const before = await session.hooks.fire("PreToolUse", fieldsOf(call), signalOf(options));
  const { messages } = before;
  if (before.action === "stop")
    return { action: "stopped", reason: before.reason, messages, then: "stop" };
  if (before.action === "defer") return { action: "deferred", messages, then: "stop" };
  const permission = await decidePermission(session, call, before, options);
  const said = [...messages, ...permission.messages];
  if (permission.action === "refused")
    return { ...permission, messages: said, then: permission.then ?? before.then };
  if (permission.action === "stopped") return { ...permission, messages: said, then: "stop" };
  if (options.signal?.aborted)
    return { action: "stopped", reason: "cancelled by the host", messages: said, then: "stop" };
  const after = await execution(session, { ...call, input: permission.input }, execute, options);
  return {
    ...after,
    messages: [...said, ...after.messages],
    then: after.then === "stop" ? "stop" : before.then,
  };
}

const fieldsOf = ({ name, input, id }: ToolCallRequest) => ({
  tool_name: name,
  tool_input: input,
  tool_use_id: id,
});

const signalOf = ({ signal }: { readonly signal?: AbortSignal }) =>
  signal === undefined ? {} : { signal };

/** Runs the tool and tells the hooks what came of it. */
async function execution<Result>(
  { hooks, clock }: ToolCallSession,
  call: ToolCallRequest,
  execute: (input: HookInput) => Promise<Result>,
  options: ToolCallOptions<Result>,
): Promise<ToolCallResult<Result>> {
  const fields = fieldsOf(call);
  const start = clock.now();
  let result: Result;
  try {
    result = await execute(call.input);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const told = { ...fields, error: text, is_interrupt: options.signal?.aborted ?? false };
    // Without the signal: an interrupt made the tool fail, and the hooks are to hear of it.
    return { action: "failed", error, ...said(await hooks.fire("PostToolUseFailure", told)) };
  }
  const told = {
    ...fields,
    tool_response: options.response ? options.response(result) : result,
    duration_ms: Math.round(clock.now() - start),
  };
  const after = await hooks.fire("PostToolUse", told, signalOf(options));
  const replacement = replacementOf(call.name, after.own, options.validateOutput);
  return { action: "ran", result, ...replacement, ...said(after) };
}

const said = (after: OutcomeOf<"PostToolUse" | "PostToolUseFailure">) => ({
  reasons: after.action === "goOn" ? after.reasons : [],
  messages: after.messages,
  then: after.action === "stop" ? ("stop" as const) : ("goOn" as const),
});
