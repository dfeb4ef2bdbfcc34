import type { JsonObject } from "../stages/hook-event.ts";
import type { OutcomeOf } from "../stages/outcome.ts";
import { cancelledByHost } from "../text/cancelled-by-host.ts";
import { judgeInput, refused } from "./judge-input.ts";
import { replacementOf } from "./replace-output.ts";
import {
  type NotRun,
  type PermissionOptions,
  type PermissionReply,
  signalOption,
  type ToolCallDecision,
  type ToolCallFacts,
  type ToolCallRequest,
  type ToolCallResult,
  type ToolCallSession,
  toolFields,
} from "./tool-call.ts";

export interface RunOptions<Result> extends PermissionOptions {
  /** The user's answer, if the decision asks a question; if omitted, the call is refused. */
  readonly answer?: PermissionReply | undefined;
  /** The result as hooks see it. Default: the result. */
  readonly response?: (result: Result) => unknown;
  /** What is wrong with an output that replaces the result, if anything (A5). Not needed for MCP tools. */
  readonly validateOutput?: (output: unknown) => string | undefined;
  /**
   * Waited for when the tool has ended, before PostToolUse or PostToolUseFailure is fired; false: it is not
   * fired. For hosts that record results, or run all calls of an answer, before they run hooks.
   */
  readonly beforeHooks?: (ended: EndedTool<Result>) => Promise<boolean>;
}

/** How a tool ended. */
type EndedTool<Result> =
  | { readonly action: "ran"; readonly result: Result }
  | { readonly action: "failed"; readonly error: unknown };

/**
 * Runs a call that was decided about, and fires PostToolUse or PostToolUseFailure.
 *
 * A call does not run if it was refused, stopped or deferred, if its question has no answer, or if its
 * signal was aborted meanwhile (P18).
 */
export async function runToolCall<Result>(
  session: ToolCallSession,
  decision: ToolCallDecision,
  execute: (input: JsonObject) => Promise<Result>,
  options: RunOptions<Result>,
): Promise<ToolCallResult<Result>> {
  const { call, outcomes, messages, turn } = decision;
  const facts = { call, outcomes, messages, turn };
  const permitted = await applyAnswer(session, decision, options);
  if (permitted.action !== "run") {
    const ends =
      permitted.action !== "refused" || ("interrupt" in permitted && permitted.interrupt);
    return { ...permitted, ...facts, ...(ends ? { turn: "stop" } : {}) };
  }
  if (options.signal?.aborted)
    return { ...facts, action: "stopped", reason: cancelledByHost, turn: "stop" };
  const used = { ...call, input: permitted.input };
  const { after, ...ended } = await execution(session, used, execute, options);
  return {
    ...ended,
    call: used,
    outcomes: after ? [...outcomes, after] : outcomes,
    messages: [...messages, ...(after?.messages ?? [])],
    turn: after?.action === "stop" ? "stop" : turn,
  };
}

type Permitted = { readonly action: "run"; readonly input: JsonObject } | NotRun;

/** Whether a decided call may run, with the answer to its question if it has one. */
async function applyAnswer(
  session: ToolCallSession,
  decision: ToolCallDecision,
  options: PermissionOptions & { readonly answer?: PermissionReply | undefined },
): Promise<Permitted> {
  if (decision.action !== "ask") return withoutFacts(decision);
  const { answer: reply } = options;
  if (reply === undefined) return refused(decision.unanswered);
  if (reply === false) return refused(["the user said no"]);
  const answer = reply === true ? { behavior: "allow" as const } : reply;
  if (answer?.behavior === "deny")
    return refused([answer.message || "the user said no"], answer.interrupt);
  // An answer that was stored, or comes from JavaScript, can be anything: only a clear yes runs the tool.
  if (answer?.behavior !== "allow")
    return refused([
      `the answer to the permission question is not valid: ${JSON.stringify(reply)}`,
    ]);
  const { updatedInput, updatedPermissions = [] } = answer;
  const input = updatedInput ?? decision.question.call.input;
  // Rules may have changed since the question was asked: a deny rule holds at the moment of the run.
  const { call } = decision.question;
  const rules = await judgeInput(session, { ...call, input }, updatedInput !== undefined, options);
  if (typeof rules === "object" && "deny" in rules) return refused([rules.deny]);
  const updates = [...updatedPermissions, ...(decision.updatedPermissions ?? [])];
  if (updates.length > 0) await options.updatePermissions?.(updates);
  return { action: "run", input };
}

function withoutFacts(decision: Exclude<ToolCallDecision, { action: "ask" }>): Permitted {
  const { call, outcomes, messages, turn, ...decided } = decision satisfies ToolCallFacts;
  return decided;
}

/** Runs the tool, then fires PostToolUse or PostToolUseFailure. */
async function execution<Result>(
  { hooks, clock, profile }: ToolCallSession,
  call: ToolCallRequest,
  execute: (input: JsonObject) => Promise<Result>,
  options: RunOptions<Result>,
) {
  const fields = toolFields(call);
  const start = clock.now();
  let result: Result;
  try {
    result = await execute(call.input);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    if ((await options.beforeHooks?.({ action: "failed", error })) === false)
      return { action: "failed" as const, error, reasons: [], after: undefined };
    const isInterrupted = options.signal?.aborted ?? false;
    if (isInterrupted && profile.interruptedTool === "no-event")
      return { action: "failed" as const, error, reasons: [], after: undefined };
    const failure = { ...fields, error: text, is_interrupt: isInterrupted || isAbort(error) };
    // Without the signal: if an interrupt made the tool fail, hooks must still run.
    const after = await hooks.fire("PostToolUseFailure", failure);
    return { action: "failed" as const, error, reasons: reasonsOf(after), after };
  }
  const success = {
    ...fields,
    tool_response: options.response ? options.response(result) : result,
    duration_ms: Math.round(clock.now() - start),
  };
  if ((await options.beforeHooks?.({ action: "ran", result })) === false)
    return { action: "ran" as const, result, warnings: [], reasons: [], after: undefined };
  const after = await hooks.fire("PostToolUse", success, signalOption(options));
  const { mcp_tool_name: mcpName = call.name } = call.fields ?? {};
  const replacement = replacementOf(String(mcpName), after.fields, options.validateOutput);
  return { action: "ran" as const, result, ...replacement, reasons: reasonsOf(after), after };
}

const reasonsOf = (after: OutcomeOf<"PostToolUse" | "PostToolUseFailure">) =>
  after.action === "continue" ? after.reasons : [];

/** A part of the tool was interrupted, such as a subagent, and the turn continues. */
const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "AbortError";
