import type { JsonObject } from "../stages/hook-event.ts";
import type { Outcome, OutcomeOf, ToolCallOutcome, Turn } from "../stages/outcome.ts";
import { judgeInput, refused } from "./judge-input.ts";
import {
  type PermissionOptions,
  signalOption,
  type ToolCallDecision,
  type ToolCallFacts,
  type ToolCallRequest,
  type ToolCallSession,
  toolFields,
} from "./tool-call.ts";

export interface DecideOptions extends PermissionOptions {
  /** Whether someone can answer a question. Default: yes. If no one can, a question is a refusal. */
  readonly canAsk?: boolean;
}

/** The decision without the outcomes of hooks. */
type Decided = ToolCallDecision extends infer Decision
  ? Decision extends ToolCallFacts
    ? Omit<Decision, keyof ToolCallFacts>
    : never
  : never;

/** PreToolUse did not stop or defer the call. */
type Before = ToolCallOutcome & { readonly action: "proceed" | "refuse" | "ask" };

/**
 * Decides about a call without running it.
 *
 * 1. PreToolUse is fired; a refusal, a stop or a deferral ends it.
 * 2. The hooks' decisions and the host's rules are combined (G1).
 * 3. If the user has to be asked, PermissionRequest hooks may answer first (E4).
 */
export async function decideToolCall(
  session: ToolCallSession,
  call: ToolCallRequest,
  options: DecideOptions,
): Promise<ToolCallDecision> {
  const before = await session.hooks.fire("PreToolUse", toolFields(call), signalOption(options));
  if (before.action === "stop")
    return { action: "stopped", reason: before.reason, ...facts(call, [before], "stop") };
  if (before.action === "defer") return { action: "deferred", ...facts(call, [before], "stop") };
  const { outcome, ...decided } = await decidePermission(session, call, before, options);
  const ends = decided.action === "stopped" || ("interrupt" in decided && decided.interrupt);
  const outcomes = outcome ? [before, outcome] : [before];
  return { ...decided, ...facts(call, outcomes, ends ? "stop" : before.turn) } as ToolCallDecision;
}

const facts = (call: ToolCallRequest, outcomes: readonly Outcome[], turn: Turn): ToolCallFacts => ({
  call,
  outcomes,
  messages: outcomes.flatMap(({ messages }) => messages),
  turn,
});

/** A decision, and the outcome of PermissionRequest hooks, if they ran. */
type Weighed = Decided & { readonly outcome?: OutcomeOf<"PermissionRequest"> };

/**
 * G1: a hook's refusal; deny rules, on the input as hooks rewrote it; a question of a hook or an ask
 * rule; a hook's allow; the other rules.
 */
async function decidePermission(
  session: ToolCallSession,
  call: ToolCallRequest,
  before: Before,
  options: DecideOptions,
): Promise<Weighed> {
  if (before.action === "refuse") return refused(before.reasons);
  const isRewritten = before.input !== call.input;
  const rules = await judgeInput(session, { ...call, input: before.input }, isRewritten, options);
  if (typeof rules === "object" && "deny" in rules) return refused([rules.deny]);
  const input = isRewritten ? (options.normalise?.(before.input) ?? before.input) : before.input;
  const ask = (question: Omit<Question, "hookAsks">): Promise<Weighed> =>
    askHooks(
      session,
      { ...call, input },
      { ...question, hookAsks: before.action === "ask" },
      options,
    );
  if (before.action === "ask") return ask({ reasons: before.reasons, unanswered: before.reasons });
  if (typeof rules === "object" && "ask" in rules)
    return ask({ reasons: [rules.ask], unanswered: [rules.ask] });
  if (typeof rules === "object" && "onlyUser" in rules)
    return ask({ reasons: [], unanswered: [rules.onlyUser] });
  if (rules === "allow" || before.permission === "granted") return { action: "run", input };
  if (rules === "ask") return ask({ reasons: [], unanswered: [] });
  if ("unlessGranted" in rules) return refused([rules.unlessGranted]);
  return ask({ reasons: [], unanswered: [rules.question] });
}

interface Question {
  readonly reasons: readonly string[];
  /** What the model reads if no one answers. */
  readonly unanswered: readonly string[];
  /** A PreToolUse hook asked for it. */
  readonly hookAsks: boolean;
}

const noOneAnswers = "this call needs approval, and no one is available to give it";

/** E4: hooks may answer a question before the user is asked. */
async function askHooks(
  session: ToolCallSession,
  call: ToolCallRequest,
  question: Question,
  options: DecideOptions,
): Promise<Weighed> {
  const { hooks, profile } = session;
  const { canAsk = true } = options;
  const unanswered = question.unanswered.length > 0 ? question.unanswered : [noOneAnswers];
  // Section 12: without a user, some profiles fire PermissionRequest, but never for a hook's own question.
  if (!canAsk && (question.hookAsks || profile.permissionRequestHeadless === "not-fired"))
    return refused(unanswered);
  const suggestions = options.suggestions?.(call.input) ?? [];
  const fields = {
    tool_name: call.name,
    tool_input: call.input,
    ...(call.fields && "mcp_tool_name" in call.fields
      ? { mcp_tool_name: call.fields["mcp_tool_name"] }
      : {}),
    permission_suggestions: suggestions.length > 0 ? suggestions : undefined,
  };
  const outcome = await hooks.fire("PermissionRequest", fields, signalOption(options));
  if (outcome.action !== "ask")
    return { ...(await answeredByHooks(session, call, outcome, options)), outcome };
  if (!canAsk) return { ...refused(unanswered), outcome };
  const { reasons } = question;
  return { action: "ask", question: { call, reasons, suggestions }, unanswered, outcome };
}

/** The decision of hooks that answered instead of the user. */
async function answeredByHooks(
  session: ToolCallSession,
  call: ToolCallRequest,
  answer: OutcomeOf<"PermissionRequest"> & { readonly action: "allow" | "deny" | "stop" },
  options: DecideOptions,
): Promise<Decided> {
  const { fields, input } = answer;
  if (answer.action === "stop") return { action: "stopped", reason: answer.reason };
  if (answer.action === "deny") return refused(answer.reasons, fields["interrupt"] === true);
  const isRewritten = input !== call.input;
  const rules = await judgeInput(session, { ...call, input }, isRewritten, options);
  if (typeof rules === "object" && "deny" in rules) return refused([rules.deny]);
  const updatedPermissions = listOf(fields["updatedPermissions"]);
  const ask = (text: string, reasons: readonly string[]) =>
    askAgain({ ...call, input }, { text, reasons }, updatedPermissions, options);
  // M9: an ask rule is judged on the rewritten input, which the user has not seen yet.
  if (isRewritten && typeof rules === "object" && "ask" in rules)
    return ask(rules.ask, [rules.ask]);
  if (typeof rules === "object" && "onlyUser" in rules) return ask(rules.onlyUser, []);
  if (updatedPermissions.length > 0) await options.updatePermissions?.(updatedPermissions);
  return { action: "run", input };
}

/** The user is asked, although a hook allowed the call. */
function askAgain(
  call: ToolCallRequest,
  { text, reasons }: { readonly text: string; readonly reasons: readonly string[] },
  updatedPermissions: readonly unknown[],
  { canAsk = true, suggestions }: DecideOptions,
): Decided {
  if (!canAsk) return refused([text]);
  const question = { call, reasons, suggestions: suggestions?.(call.input) ?? [] };
  return { action: "ask", question, unanswered: [text], updatedPermissions };
}

const listOf = (value: JsonObject[string]): readonly unknown[] =>
  Array.isArray(value) ? value : [];
