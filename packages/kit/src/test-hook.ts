import type { Hook } from "./define-hook.ts";
import { exportLine } from "./environment-file.ts";
import type { HookOutput } from "./generated/event-outputs.ts";
import type { EventName, HookInput } from "./inputs.ts";

/** What a hook did with an input. */
export interface TestedHook<Name extends EventName = EventName> {
  /** 0: it answered or had no opinion; 1: it failed; 2: it blocks. */
  readonly exitCode: 0 | 1 | 2;
  /** The object it would print; undefined when it prints nothing. */
  readonly reply: HookOutput<Name> | undefined;
  readonly stderr: string;
  /** What it decides; none means no opinion, not allow. */
  readonly decision: "none" | "allow" | "ask" | "deny";
  /** Why. */
  readonly reason: string | undefined;
  /** The text for the model. */
  readonly context: string | undefined;
  /** Variables it set for the session. */
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Runs a hook with an input, without starting a process, and returns what it did.
 *
 * @example
 * const hook = defineHook("PreToolUse", ({ deny }) => deny("not today"));
 * const { decision, reason } = await testHook(hook, sampleInput("PreToolUse"));
 * console.log(decision, reason);
 */
export async function testHook<Name extends EventName>(
  hook: Hook<Name>,
  input: HookInput<NoInfer<Name>>,
): Promise<TestedHook<Name>> {
  const variables: Record<string, string> = {};
  const { exitCode, stdout, stderr } = await hook.answer(JSON.stringify(input), {
    exportVariable(name, value) {
      exportLine(name, value);
      variables[name] = String(value);
    },
  });
  const reply = stdout === "" ? undefined : (JSON.parse(stdout) as HookOutput<Name>);
  const own = (reply?.hookSpecificOutput ?? {}) as OwnWords;
  const said =
    exitCode === 2 ? { decision: "deny" as const, reason: stderr.trim() } : read(reply, own);
  return { exitCode, reply, stderr, ...said, context: own.additionalContext, variables };
}

/** The fields in which events decide (A5, A6). */
interface OwnWords {
  readonly additionalContext?: string;
  readonly permissionDecision?: "allow" | "ask" | "deny";
  readonly permissionDecisionReason?: string;
  readonly decision?: { readonly behavior: "allow" | "deny"; readonly message?: string };
  readonly action?: "accept" | "decline" | "cancel";
}

function read(
  reply: HookOutput | undefined,
  { permissionDecision, permissionDecisionReason, decision, action }: OwnWords,
): Pick<TestedHook, "decision" | "reason"> {
  if (permissionDecision) return { decision: permissionDecision, reason: permissionDecisionReason };
  if (decision) return { decision: decision.behavior, reason: decision.message };
  if (action) return { decision: action === "accept" ? "allow" : "deny", reason: undefined };
  if (reply?.decision === "block") return { decision: "deny", reason: reply.reason };
  return { decision: "none", reason: undefined };
}
