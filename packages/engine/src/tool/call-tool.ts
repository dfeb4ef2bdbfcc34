import type { JsonObject } from "../stages/hook-event.ts";
import type { OutcomeOf } from "../stages/outcome.ts";
import { requestFields } from "./ask-hooks.ts";
import { decideToolCall } from "./decide-tool-call.ts";
import { raceUser } from "./race-user.ts";
import { recordedReply } from "./recorded-reply.ts";
import { type RunOptions, runToolCall } from "./run-tool-call.ts";
import {
  type AskUser,
  type PermissionReply,
  signalOption,
  type ToolCallDecision,
  type ToolCallRequest,
  type ToolCallResult,
  type ToolCallSession,
} from "./tool-call.ts";

export interface ToolCallOptions<Result> extends Omit<RunOptions<Result>, "answer"> {
  /** Asks the user. If omitted, a call that needs approval is refused. */
  readonly ask?: AskUser;
  /**
   * Asks the user while PermissionRequest hooks run; the first answer counts, and `ask` gets a signal that says if hooks
   * were first. Default: hooks first, and the user only if no hook answers.
   */
  readonly asksAtOnce?: boolean;
  /** Called when the user answers before PermissionRequest hooks have ended, with the outcome they will have. */
  readonly onLateAnswer?: (outcome: Promise<OutcomeOf<"PermissionRequest">>) => void;
}

/** One tool call from start to end: decide, ask if necessary, run. */
export async function callTool<Result>(
  session: ToolCallSession,
  call: ToolCallRequest,
  execute: (input: JsonObject) => Promise<Result>,
  { ask, asksAtOnce = false, onLateAnswer, ...options }: ToolCallOptions<Result>,
): Promise<ToolCallResult<Result>> {
  const race = ask && asksAtOnce ? raceUser(ask, onLateAnswer) : undefined;
  const decideOptions = { ...options, canAsk: ask !== undefined };
  const decision = await decideToolCall(session, call, decideOptions, race?.put);
  if (decision.action !== "ask" || ask === undefined)
    return runToolCall(session, decision, execute, options);
  const { value } = race?.reply() ?? (await askAfterHooks(session, decision, ask, options));
  // For run, undefined means that no one was asked.
  const reply = value === undefined ? null : value;
  return runToolCall(session, decision, execute, { ...options, answer: reply as PermissionReply });
}

async function askAfterHooks(
  session: ToolCallSession,
  { question }: ToolCallDecision & { readonly action: "ask" },
  ask: AskUser,
  options: { readonly signal?: AbortSignal },
): Promise<{ readonly value: unknown }> {
  const value: unknown = await ask({ ...question, ...signalOption(options) });
  session.recordAnswer(requestFields(question), recordedReply(value, true));
  return { value };
}
