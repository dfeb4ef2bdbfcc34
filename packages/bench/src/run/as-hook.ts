import type { RunReport } from "./run-report.ts";

/** What a hook would print and how it would exit. */
interface HookAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: 0 | 2;
}

/** An outcome as one hook would say it, so that a whole set of hooks can be a hook of another agent. */
export function answerAsHook({ outcome, model, input }: RunReport): HookAnswer {
  const refused = outcome.action === "refuse" || outcome.action === "deny";
  const goesOn =
    outcome.kind === "turn-end" && outcome.action === "goOn" && outcome.reasons.length > 0;
  if (refused || goesOn)
    return { stdout: "", stderr: `${outcome.reasons.join("\n")}\n`, exitCode: 2 };
  const context = model
    .filter(({ kind }) => kind === "context" || kind === "stdout")
    .map(({ text }) => text);
  const own = {
    ...outcome.own,
    ...permissionOf(outcome, input),
    ...(context.length === 0 ? {} : { additionalContext: context.join("\n") }),
  };
  const answer = {
    ...(outcome.action === "stop" ? { continue: false, stopReason: outcome.reason } : {}),
    ...(Object.keys(own).length === 0
      ? {}
      : { hookSpecificOutput: { hookEventName: outcome.event, ...own } }),
  };
  const silent = Object.keys(answer).length === 0;
  return { stdout: silent ? "" : `${JSON.stringify(answer)}\n`, stderr: "", exitCode: 0 };
}

/** The part of an answer that decides a tool call. */
function permissionOf(
  outcome: RunReport["outcome"],
  told: RunReport["input"],
): Readonly<Record<string, unknown>> {
  if (outcome.kind !== "tool-call") return {};
  const decision =
    outcome.action === "ask"
      ? { permissionDecision: "ask", permissionDecisionReason: outcome.reasons.join("\n") }
      : outcome.action === "proceed" && outcome.permission === "granted"
        ? { permissionDecision: "allow" }
        : {};
  return {
    ...decision,
    ...(outcome.input !== told["tool_input"] ? { updatedInput: outcome.input } : {}),
  };
}
