import type { HookInput } from "../stages/hook-event.ts";
import type { OutcomeOf, ToolCallOutcome } from "../stages/outcome.ts";
import type { ToolCallRequest, ToolCallSession } from "./tool-call.ts";

/** What a host's own rules say about a call (G1). */
export type PermissionAnswer =
  | "allow"
  /** Nothing allows it, so the question would be put; a hook's allow answers it. */
  | "ask"
  /** The same, with what the model is told where nobody answers. */
  | { readonly question: string }
  /** Nobody is asked: only a hook's allow lets it run. */
  | { readonly unlessGranted: string }
  /** An ask rule: the question is put, though a hook allows the call. */
  | { readonly ask: string }
  /** A deny rule or a mode that refuses: no hook's allow beats it. */
  | { readonly deny: string };

/** How somebody answers a question: yes, no, or more about either (G6). */
export type PermissionReply =
  | boolean
  | {
      readonly behavior: "allow";
      readonly updatedInput?: HookInput;
      readonly updatedPermissions?: readonly unknown[];
    }
  | { readonly behavior: "deny"; readonly message?: string; readonly interrupt?: boolean };

/** A question about a call, for whoever can answer it. */
export interface PermissionQuestion {
  readonly call: ToolCallRequest;
  /** Why it is put: the words of hooks or of a rule; empty: nothing allows the call. */
  readonly reasons: readonly string[];
  /** Changes of permissions that would answer it for good. */
  readonly suggestions: readonly unknown[];
  /** Nobody needs the answer any more. */
  readonly signal?: AbortSignal;
}

export interface PermissionOptions {
  /** The host's own rules, asked about the input to use unless a hook refuses. Default: allow. */
  readonly permission?: (input: HookInput) => Promise<PermissionAnswer>;
  /** Puts the question to somebody; left out: nobody can be asked, and a question is a refusal. */
  readonly ask?: (question: PermissionQuestion) => Promise<PermissionReply>;
  /** Changes of permissions that would answer a question for good (`permission_suggestions`). */
  readonly suggestions?: (input: HookInput) => readonly unknown[];
  /** What is wrong with a rewritten input, if anything (F2). */
  readonly validate?: (input: HookInput) => string | undefined;
  /** Takes the changes of permissions that hooks of PermissionRequest answer with (G6). */
  readonly updatePermissions?: (updates: readonly unknown[]) => Promise<void> | void;
  readonly signal?: AbortSignal;
}

/** Whether a call may run, and with which input; `outcome` is what hooks of PermissionRequest came to. */
type Permission = { readonly outcome?: OutcomeOf<"PermissionRequest"> } & (
  | { readonly action: "run"; readonly input: HookInput }
  | { readonly action: "refused"; readonly reasons: readonly string[]; readonly interrupt?: true }
  | { readonly action: "stopped"; readonly reason: string }
);

type Before = ToolCallOutcome & { readonly action: "proceed" | "refuse" | "ask" };

/**
 * G1: a hook's refusal; deny rules, on the input as hooks rewrote it; a hook's
 * or an ask rule's question; a hook's allow; the other rules.
 */
export async function decidePermission(
  session: ToolCallSession,
  call: ToolCallRequest,
  before: Before,
  options: PermissionOptions,
): Promise<Permission> {
  if (before.action === "refuse") return refused(before.reasons);
  const { input } = before;
  const rules = await judge(input, input !== call.input, options);
  if (typeof rules === "object" && "deny" in rules) return refused([rules.deny]);
  const question = (asked: Omit<Question, "hookAsks">) =>
    putQuestion(
      session,
      { ...call, input },
      { ...asked, hookAsks: before.action === "ask" },
      options,
    );
  if (before.action === "ask")
    return question({ reasons: before.reasons, unanswered: before.reasons });
  if (typeof rules === "object" && "ask" in rules)
    return question({ reasons: [rules.ask], unanswered: [rules.ask] });
  if (rules === "allow" || before.permission === "granted") return { action: "run", input };
  if (rules === "ask") return question({ reasons: [], unanswered: [] });
  if ("unlessGranted" in rules) return refused([rules.unlessGranted]);
  return question({ reasons: [], unanswered: [rules.question] });
}

/** What the rules say about an input; a rewritten one has to fit its tool first. */
async function judge(
  input: HookInput,
  rewritten: boolean,
  { validate, permission }: PermissionOptions,
): Promise<PermissionAnswer> {
  const problem = rewritten ? validate?.(input) : undefined;
  if (problem !== undefined)
    return { deny: `a hook rewrote the input, and it does not fit: ${problem}` };
  return (await permission?.(input)) ?? "allow";
}

interface Question {
  readonly reasons: readonly string[];
  /** What is said when nobody answers. */
  readonly unanswered: readonly string[];
  /** A hook of PreToolUse wants it put. */
  readonly hookAsks: boolean;
}

/** E4: hooks may answer a question before it is put. */
async function putQuestion(
  { hooks, profile }: ToolCallSession,
  call: ToolCallRequest,
  { reasons, unanswered: words, hookAsks }: Question,
  options: PermissionOptions,
): Promise<Permission> {
  const { ask, signal } = options;
  const unanswered =
    words.length > 0 ? words : ["this call needs a question, and nobody can be asked"];
  // SPEC 12: with nobody there, hooks hear of questions in some profiles, and never of another hook's.
  if (!ask && (hookAsks || profile.permissionRequestHeadless === "not-fired"))
    return refused(unanswered);
  const suggestions = options.suggestions?.(call.input) ?? [];
  const told = {
    tool_name: call.name,
    tool_input: call.input,
    permission_suggestions: suggestions.length > 0 ? suggestions : undefined,
  };
  const outcome = await hooks.fire("PermissionRequest", told, signal ? { signal } : {});
  if (outcome.action !== "ask")
    return { ...(await answeredByHooks(call, outcome, options)), outcome };
  if (!ask) return { ...refused(unanswered), outcome };
  const reply = await ask({ call, reasons, suggestions, ...(signal ? { signal } : {}) });
  return { ...(await answeredBy(reply, call, options)), outcome };
}

/** What hooks answered in the place of whoever would have been asked. */
async function answeredByHooks(
  call: ToolCallRequest,
  answer: OutcomeOf<"PermissionRequest"> & { readonly action: "allow" | "deny" | "stop" },
  options: PermissionOptions,
): Promise<Permission> {
  const { fields, input } = answer;
  if (answer.action === "stop") return { action: "stopped", reason: answer.reason };
  if (answer.action === "deny") return refused(answer.reasons, fields["interrupt"] === true);
  const rules = await judge(input, input !== call.input, options);
  if (typeof rules === "object" && "deny" in rules) return refused([rules.deny]);
  // M9: an ask rule is judged on the rewritten input, which nobody has seen yet.
  if (input !== call.input && typeof rules === "object" && "ask" in rules) {
    const reply = await options.ask?.({
      call: { ...call, input },
      reasons: [rules.ask],
      suggestions: options.suggestions?.(input) ?? [],
      ...(options.signal ? { signal: options.signal } : {}),
    });
    if (reply === undefined) return refused([rules.ask]);
    const said = await answeredBy(reply, { ...call, input }, options);
    if (said.action !== "run") return said;
    await update(fields["updatedPermissions"], options);
    return said;
  }
  await update(fields["updatedPermissions"], options);
  return { action: "run", input };
}

/** What somebody answered; an input of theirs has to fit the tool and the deny rules, as a hook's has. */
async function answeredBy(
  reply: PermissionReply,
  call: ToolCallRequest,
  options: PermissionOptions,
): Promise<Permission> {
  const answer = typeof reply === "boolean" ? undefined : reply;
  if (reply === false || answer?.behavior === "deny") {
    const { message, interrupt = false } = answer?.behavior === "deny" ? answer : {};
    return refused([message || "the user said no"], interrupt);
  }
  const { updatedInput, updatedPermissions } = answer ?? {};
  const input = updatedInput ?? call.input;
  const rules = updatedInput ? await judge(input, true, options) : "allow";
  if (typeof rules === "object" && "deny" in rules) return refused([rules.deny]);
  await update(updatedPermissions, options);
  return { action: "run", input };
}

async function update(updates: unknown, { updatePermissions }: PermissionOptions): Promise<void> {
  if (Array.isArray(updates) && updates.length > 0) await updatePermissions?.(updates);
}

const refused = (reasons: readonly string[], interrupt = false) =>
  ({ action: "refused", reasons, ...(interrupt ? { interrupt } : {}) }) as const;
