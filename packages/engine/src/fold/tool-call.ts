import { decisions, type Profile } from "@snaphook/protocol";
import type { HookEvent, HookInput } from "../stages/hook-event.ts";
import type { Then, ToolCallAction, ToolCallOutcome } from "../stages/outcome.ts";
import type { Verdict } from "../stages/verdict.ts";

/** F1-F3: deny > defer > ask > allow > no opinion; a stop beats them all where the profile says so. */
export function foldToolCall(
  event: HookEvent,
  verdicts: readonly Verdict[],
  profile: Profile,
): ToolCallOutcome {
  const rank = Math.max(
    0,
    ...verdicts.map((verdict) => decisions.indexOf(verdict.opinion.decision)),
  );
  const decision = decisions[rank] ?? "none";
  const winners =
    decision === "none" ? [] : verdicts.filter((verdict) => verdict.opinion.decision === decision);
  const stopper = verdicts.find((verdict) => verdict.stop);
  const then: Then = stopper ? "stop" : "goOn";
  const reasons = winners.flatMap(({ opinion }) =>
    opinion.reason === undefined ? [] : [opinion.reason],
  );
  const stopsCall = profile.stopBeforeTool === "toolDoesNotRun" ? stopper?.stop : undefined;
  return {
    kind: "tool-call",
    event: event.name,
    messages: verdicts.flatMap((verdict) => verdict.messages),
    decidedBy: (stopsCall && stopper ? [stopper] : winners).map(
      ({
        run: {
          planned: { hook },
        },
      }) => ({ id: hook.id, label: hook.label }),
    ),
    input: inputToUse(event, verdicts, decision),
    ...(stopsCall
      ? { action: "stop", reason: stopsCall.reason }
      : actions[decision](reasons, then)),
  };
}

const actions: {
  readonly [D in (typeof decisions)[number]]: (
    reasons: readonly string[],
    then: Then,
  ) => ToolCallAction;
} = {
  none: (_reasons, then) => ({ action: "proceed", permission: "undecided", then }),
  allow: (_reasons, then) => ({ action: "proceed", permission: "granted", then }),
  ask: (reasons, then) => ({ action: "ask", reasons, then }),
  defer: () => ({ action: "defer" }),
  deny: (reasons, then) => ({ action: "refuse", reasons, then }),
};

/** F2: the last rewrite in plan order; none when the call is refused. */
function inputToUse(event: HookEvent, verdicts: readonly Verdict[], decision: string): HookInput {
  const rewrite = verdicts.findLast((verdict) => verdict.opinion.updatedInput)?.opinion
    .updatedInput;
  const original = event.input["tool_input"] as HookInput;
  return decision === "deny" ? original : (rewrite ?? original);
}
