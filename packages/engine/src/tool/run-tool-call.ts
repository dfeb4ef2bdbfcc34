import type { HookInput } from "../stages/hook-event.ts";
import type { Outcome, OutcomeOf, Turn } from "../stages/outcome.ts";
import type { Message } from "../stages/verdict.ts";
import { decidePermission, type PermissionOptions } from "./decide-permission.ts";
import { replacementOf } from "./replace-output.ts";
import type { ToolCallRequest, ToolCallSession } from "./tool-call.ts";

export interface ToolCallOptions<Result> extends PermissionOptions {
  /** The result as hooks are told it. Default: the result. */
  readonly response?: (result: Result) => unknown;
  /** What is wrong with an output a hook put in its place, if anything (A5). MCP tools need none. */
  readonly validateOutput?: (output: unknown) => string | undefined;
  readonly signal?: AbortSignal;
}

/** What became of a tool call. */
export type ToolCallResult<Result> = {
  /** What the hooks of each event came to, in the order of the events. */
  readonly outcomes: readonly Outcome[];
  /** All texts of all hooks. */
  readonly messages: readonly Message[];
  readonly turn: Turn;
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
  /** `interrupt`: whoever refused wants the agent stopped (G6). */
  | { readonly action: "refused"; readonly reasons: readonly string[]; readonly interrupt?: true }
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
  if (before.action === "stop")
    return { action: "stopped", reason: before.reason, ...told([before]), turn: "stop" };
  if (before.action === "defer") return { action: "deferred", ...told([before]), turn: "stop" };
  const { outcome, ...permission } = await decidePermission(session, call, before, options);
  const said = outcome ? [before, outcome] : [before];
  if (permission.action === "refused")
    return {
      ...permission,
      ...told(said),
      turn: permission.interrupt ? "stop" : before.turn,
    };
  if (permission.action === "stopped") return { ...permission, ...told(said), turn: "stop" };
  if (options.signal?.aborted)
    return { action: "stopped", reason: "cancelled by the host", ...told(said), turn: "stop" };
  const { after, ...ended } = await execution(
    session,
    { ...call, input: permission.input },
    execute,
    options,
  );
  const turn = after.action === "stop" ? "stop" : before.turn;
  return { ...ended, ...told([...said, after]), turn };
}

/** What was said, in the order of the events. */
const told = (outcomes: readonly Outcome[]) => ({
  outcomes,
  messages: outcomes.flatMap(({ messages }) => messages),
});

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
) {
  const fields = fieldsOf(call);
  const start = clock.now();
  let result: Result;
  try {
    result = await execute(call.input);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const told = { ...fields, error: text, is_interrupt: options.signal?.aborted ?? false };
    // Without the signal: an interrupt made the tool fail, and the hooks are to hear of it.
    const after = await hooks.fire("PostToolUseFailure", told);
    return { action: "failed" as const, error, reasons: reasonsOf(after), after };
  }
  const told = {
    ...fields,
    tool_response: options.response ? options.response(result) : result,
    duration_ms: Math.round(clock.now() - start),
  };
  const after = await hooks.fire("PostToolUse", told, signalOf(options));
  const replacement = replacementOf(call.name, after.fields, options.validateOutput);
  return { action: "ran" as const, result, ...replacement, reasons: reasonsOf(after), after };
}

const reasonsOf = (after: OutcomeOf<"PostToolUse" | "PostToolUseFailure">) =>
  after.action === "continue" ? after.reasons : [];
