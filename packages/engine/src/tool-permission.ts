import type { HookInput } from "./stages/hook-event.ts";
import type { OutcomeOf, ToolCallOutcome } from "./stages/outcome.ts";
import type { Message } from "./stages/verdict.ts";
import type { ToolCallRequest, ToolCallSession } from "./tool-call-session.ts";

/** What a host's own rules say about a call (G1). */
export type PermissionAnswer =
  | "allow"
  /** Nothing allows it, so the question would be put; a hook's allow answers it. */
  | "ask"
  /** An ask rule: the question is put, though a hook allows the call. */
  | { readonly ask: string }
  /** A deny rule or a mode that refuses: no hook's allow beats it. */
  | { readonly deny: string };

export interface PermissionOptions {
  /** The host's own rules, asked about the input to use unless a hook refuses. Default: allow. */
  readonly permission?: (input: HookInput) => Promise<PermissionAnswer>;
  /** Puts the question to somebody; left out: nobody can be asked, and a question is a refusal. */
  readonly ask?: (question: {
    readonly call: ToolCallRequest;
    readonly reasons: readonly string[];
  }) => Promise<boolean>;
  /** What is wrong with a rewritten input, if anything (F2). */
  readonly validate?: (input: HookInput) => string | undefined;
  /** Takes the changes of permissions that hooks of PermissionRequest answer with (G6). */
  readonly updatePermissions?: (updates: readonly unknown[]) => Promise<void> | void;
  readonly signal?: AbortSignal;
}

/** Whether a call may run, and with which input. */
type Permission = { readonly messages: readonly Message[] } & (
  | { readonly action: "run"; readonly input: HookInput }
  | { readonly action: "refused"; readonly reasons: readonly string[]; readonly then?: "stop" }
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
  const question = (reasons: readonly string[]) =>
    putQuestion(
      session,
      { ...call, input },
      { reasons, hookAsks: before.action === "ask" },
      options,
    );
  if (before.action === "ask") return question(before.reasons);
  if (typeof rules === "object") return question([rules.ask]);
  const allowed = rules === "allow" || before.permission === "granted";
  return allowed ? { action: "run", input, messages: [] } : question([]);
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

/** E4: hooks may answer a question before it is put. */
async function putQuestion(
  { hooks, profile }: ToolCallSession,
  call: ToolCallRequest,
  { reasons, hookAsks }: { readonly reasons: readonly string[]; readonly hookAsks: boolean },
  options: PermissionOptions,
): Promise<Permission> {
  const { ask, signal } = options;
  const unanswered =
    reasons.length > 0 ? reasons : ["this call needs a question, and nobody can be asked"];
  // SPEC 12: with nobody there, hooks hear of questions in some profiles, and never of another hook's.
  if (!ask && (hookAsks || profile.permissionRequestHeadless === "not-fired"))
    return refused(unanswered);
  const told = { tool_name: call.name, tool_input: call.input };
  const answer = await hooks.fire("PermissionRequest", told, signal ? { signal } : {});
  const { messages } = answer;
  if (answer.action !== "ask") return answeredByHooks(call, answer, options);
  if (!ask) return refused(unanswered, messages);
  const yes = await ask({ call, reasons });
  return yes
    ? { action: "run", input: call.input, messages }
    : refused(["the user said no"], messages);
}

/** What hooks answered in the place of whoever would have been asked. */
async function answeredByHooks(
  call: ToolCallRequest,
  answer: OutcomeOf<"PermissionRequest"> & { readonly action: "allow" | "deny" | "stop" },
  options: PermissionOptions,
): Promise<Permission> {
  const { messages, own, input } = answer;
  if (answer.action === "stop") return { action: "stopped", reason: answer.reason, messages };
  if (answer.action === "deny") {
    const then = own["interrupt"] === true ? ({ then: "stop" } as const) : {};
    return { ...refused(answer.reasons, messages), ...then };
  }
  const rules = await judge(input, input !== call.input, options);
  if (typeof rules === "object" && "deny" in rules) return refused([rules.deny], messages);
  // M9: an ask rule is judged on the rewritten input, which nobody has seen yet.
  const asked = input !== call.input && typeof rules === "object" ? [rules.ask] : [];
  if (asked.length > 0 && !(await options.ask?.({ call: { ...call, input }, reasons: asked })))
    return refused(asked, messages);
  const updates = own["updatedPermissions"];
  if (Array.isArray(updates) && updates.length > 0) await options.updatePermissions?.(updates);
  return { action: "run", input, messages };
}

const refused = (reasons: readonly string[], messages: readonly Message[] = []) =>
  ({ action: "refused", reasons, messages }) as const;
