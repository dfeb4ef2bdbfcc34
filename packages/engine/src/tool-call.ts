import type { Hooks } from "./hooks.ts";
import type { HookInput } from "./stages/hook-event.ts";
import type { OutcomeOf, Then, ToolCallOutcome } from "./stages/outcome.ts";
import type { Message } from "./stages/verdict.ts";

/** A tool call as the model asked for it. */
export interface ToolCallRequest {
  readonly name: string;
  readonly input: HookInput;
  readonly id: string;
}

export interface ToolCallOptions<Result> {
  /** Puts the question to somebody; left out: nobody can be asked, and a question is a refusal (G1). */
  readonly ask?: (question: {
    readonly call: ToolCallRequest;
    readonly reasons: readonly string[];
  }) => Promise<boolean>;
  /** The host's own rules, asked about the input to use when no hook decided. Default: allow. */
  readonly permission?: (input: HookInput) => Promise<"allow" | "ask" | { readonly deny: string }>;
  /** What is wrong with a rewritten input, if anything (F2). */
  readonly validate?: (input: HookInput) => string | undefined;
  /** The result as hooks are told it. Default: the result. */
  readonly response?: (result: Result) => unknown;
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
    }
  | { readonly action: "failed"; readonly error: unknown; readonly reasons: readonly string[] }
  | { readonly action: "refused"; readonly reasons: readonly string[] }
  | { readonly action: "stopped"; readonly reason: string }
);

/**
 * One tool call with its hooks.
 *
 * 1. PreToolUse speaks; a refusal, a stop or a deferral ends it.
 * 2. A rewritten input is checked; then the host's rules decide, unless a hook allowed the call.
 * 3. A question goes to whoever can answer; where nobody can, it is a refusal.
 * 4. The tool runs, and PostToolUse or PostToolUseFailure is told.
 */
export async function runToolCall<Result>(
  hooks: Pick<Hooks, "fire">,
  call: ToolCallRequest,
  execute: (input: HookInput) => Promise<Result>,
  options: ToolCallOptions<Result>,
): Promise<ToolCallResult<Result>> {
  const before = await hooks.fire("PreToolUse", fieldsOf(call), signalOf(options));
  const { messages } = before;
  if (before.action === "stop" || before.action === "defer") {
    const reason = before.action === "stop" ? before.reason : "deferred by a hook";
    return { action: "stopped", reason, messages, then: "stop" };
  }
  const { then, input } = before;
  const reasons = await refusalOf(before, { ...call, input }, input !== call.input, options);
  if (reasons) return { action: "refused", reasons, messages, then };
  const after = await execution(hooks, { ...call, input }, execute, options);
  return {
    ...after,
    messages: [...messages, ...after.messages],
    then: after.then === "stop" ? "stop" : then,
  };
}

const fieldsOf = ({ name, input, id }: ToolCallRequest) => ({
  tool_name: name,
  tool_input: input,
  tool_use_id: id,
});

const signalOf = <Result>({ signal }: ToolCallOptions<Result>) =>
  signal === undefined ? {} : { signal };

/** Why the call may not run, asked of the hooks, the host's rules and whoever can be asked. */
async function refusalOf<Result>(
  before: ToolCallOutcome & { readonly action: "proceed" | "refuse" | "ask" },
  call: ToolCallRequest,
  rewritten: boolean,
  { validate, permission, ask }: ToolCallOptions<Result>,
): Promise<readonly string[] | undefined> {
  if (before.action === "refuse") return before.reasons;
  const problem = rewritten ? validate?.(call.input) : undefined;
  if (problem !== undefined) return [`a hook rewrote the input, and it does not fit: ${problem}`];
  const reasons = before.action === "ask" ? before.reasons : [];
  const granted = before.action === "proceed" && before.permission === "granted";
  const decided =
    before.action === "ask"
      ? "ask"
      : granted
        ? "allow"
        : ((await permission?.(call.input)) ?? "allow");
  if (typeof decided === "object") return [decided.deny];
  if (decided === "allow" || (await ask?.({ call, reasons }))) return undefined;
  if (reasons.length > 0) return reasons;
  return [ask ? "the user said no" : "this call needs a question, and nobody can be asked"];
}

/** Runs the tool and tells the hooks what came of it. */
async function execution<Result>(
  hooks: Pick<Hooks, "fire">,
  call: ToolCallRequest,
  execute: (input: HookInput) => Promise<Result>,
  options: ToolCallOptions<Result>,
): Promise<ToolCallResult<Result>> {
  const fields = fieldsOf(call);
  let result: Result;
  try {
    result = await execute(call.input);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const told = { ...fields, error: text, is_interrupt: options.signal?.aborted ?? false };
    return { action: "failed", error, ...said(await hooks.fire("PostToolUseFailure", told)) };
  }
  const tool_response = options.response ? options.response(result) : result;
  const after = await hooks.fire("PostToolUse", { ...fields, tool_response }, signalOf(options));
  const { updatedToolOutput } = after.own;
  return {
    action: "ran",
    result,
    ...(updatedToolOutput === undefined ? {} : { updatedOutput: updatedToolOutput }),
    ...said(after),
  };
}

const said = (after: OutcomeOf<"PostToolUse">) => ({
  reasons: after.action === "goOn" ? after.reasons : [],
  messages: after.messages,
  then: after.action === "stop" ? ("stop" as const) : ("goOn" as const),
});
