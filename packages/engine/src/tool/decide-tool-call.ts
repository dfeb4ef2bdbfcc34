import type { JsonObject } from "../stages/hook-event.ts";
import type { Outcome, ToolCallOutcome, Turn } from "../stages/outcome.ts";
import { askHooksFirst, type PutQuestion, type Weighed } from "./ask-hooks.ts";
import { judgeInput, refused } from "./judge-input.ts";
import {
  type AskedBy,
  type PermissionAnswer,
  type PermissionOptions,
  type PermissionQuestion,
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

/** PreToolUse did not stop or defer the call. */
type Before = ToolCallOutcome & { readonly action: "proceed" | "refuse" | "ask" };

/**
 * Decides about a call without running it.
 *
 * 1. PreToolUse is fired; a refusal, a stop or a deferral ends it.
 * 2. The hooks' decisions and the host's rules are combined (G1).
 * 3. If the user has to be asked, PermissionRequest hooks may answer too (E4).
 */
export async function decideToolCall(
  session: ToolCallSession,
  call: ToolCallRequest,
  options: DecideOptions,
  putQuestion: PutQuestion = askHooksFirst,
): Promise<ToolCallDecision> {
  const before = await session.hooks.fire("PreToolUse", toolFields(call), signalOption(options));
  if (before.action === "stop")
    return { action: "stopped", reason: before.reason, ...facts(call, [before], "stop") };
  if (before.action === "defer") return { action: "deferred", ...facts(call, [before], "stop") };
  const { outcome, ...decided } = await decidePermission(
    session,
    call,
    before,
    options,
    putQuestion,
  );
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

/**
 * G1: a hook's refusal; deny rules, on the input as hooks rewrote it; a question of a hook or an ask
 * rule; a hook's allow; the other rules.
 */
async function decidePermission(
  session: ToolCallSession,
  call: ToolCallRequest,
  before: Before,
  options: DecideOptions,
  putQuestion: PutQuestion,
): Promise<Weighed> {
  if (before.action === "refuse") return refused(before.reasons);
  const isRewritten = before.input !== call.input;
  const rules = await judgeInput(session, { ...call, input: before.input }, isRewritten, options);
  if (typeof rules === "object" && "deny" in rules) return refused([rules.deny]);
  const input = isRewritten ? (options.normalise?.(before.input) ?? before.input) : before.input;
  const cause = causeOf(before, rules);
  if (cause === undefined) return { action: "run", input };
  if ("refused" in cause) return refused([cause.refused]);
  if (!isPut(session, cause.askedBy, options)) return refused(cause.unanswered);
  const { unanswered, reasons, askedBy } = cause;
  const question = { ...asQuestion(call, input, before, options, askedBy), reasons };
  const weighed = await putQuestion(session, { question, unanswered }, options);
  if (weighed.action !== "ask" || (options.canAsk ?? true)) return weighed;
  return { ...refused(weighed.unanswered), ...(weighed.outcome && { outcome: weighed.outcome }) };
}

/** Why a call does not simply run: no one may be asked about it, or the user is. */
type Cause =
  | { readonly refused: string }
  | {
      readonly askedBy: AskedBy;
      readonly reasons: readonly string[];
      /** What the model reads if no one answers. */
      readonly unanswered: readonly string[];
    };

/** `undefined`: nothing is in the way of the call. */
function causeOf(before: Before, rules: PermissionAnswer): Cause | undefined {
  const ask = (askedBy: AskedBy, reasons: readonly string[], unanswered = reasons): Cause => ({
    askedBy,
    reasons,
    unanswered: unanswered.length > 0 ? unanswered : [noOneAnswers],
  });
  if (before.action === "ask")
    return ask({ kind: "hooks", hooks: before.decidedBy }, before.reasons);
  if (typeof rules === "object" && "ask" in rules) {
    const { rule } = rules;
    return ask({ kind: "host", ...(rule === undefined ? {} : { rule }) }, [rules.ask]);
  }
  if (typeof rules === "object" && "onlyUser" in rules)
    return ask({ kind: "tool" }, [], [rules.onlyUser]);
  if (rules === "allow" || (before.action === "proceed" && before.permission === "granted"))
    return undefined;
  if (rules === "ask") return ask({ kind: "nothing-allows-it" }, []);
  if ("unlessGranted" in rules) return { refused: rules.unlessGranted };
  const text = "question" in rules ? rules.question : rules.deny;
  return ask({ kind: "nothing-allows-it" }, [], [text]);
}

const noOneAnswers = "this call needs approval, and no one is available to give it";

/** Section 12: without a user, some profiles fire PermissionRequest, but never for a hook's own question. */
const isPut = (
  { profile }: ToolCallSession,
  { kind }: AskedBy,
  { canAsk = true }: DecideOptions,
): boolean => canAsk || (kind !== "hooks" && profile.permissionRequestHeadless !== "not-fired");

function asQuestion(
  call: ToolCallRequest,
  input: JsonObject,
  { rewrittenBy, messages }: Before,
  { suggestions }: DecideOptions,
  askedBy: AskedBy,
): Omit<PermissionQuestion, "reasons"> {
  // What a hook or a rule asks about would be asked about again, whatever is allowed.
  const troubles = messages.filter(
    ({ kind, audience }) => audience === "user" && (kind === "failure" || kind === "warning"),
  );
  const isAskedAnyway = askedBy.kind === "hooks" || askedBy.kind === "host";
  return {
    call: { ...call, input },
    askedBy,
    suggestions: isAskedAnyway ? [] : (suggestions?.(input) ?? []),
    ...(rewrittenBy && { rewritten: { original: call.input, by: rewrittenBy } }),
    ...(troubles.length > 0 && { troubles }),
  };
}
