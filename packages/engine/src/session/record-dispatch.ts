import type { TraceRecord } from "@snaphook/protocol";
import type { FireOptions } from "../hooks.ts";
import type { HookEvent } from "../stages/hook-event.ts";
import type { Outcome } from "../stages/outcome.ts";
import type { Verdict } from "../stages/verdict.ts";
import { answerRecord, dispatchRecord } from "../trace/trace-record.ts";
import { recordTo } from "../trace/trace-sink.ts";
import type { HookSession } from "./hook-session.ts";
import { explainSelection, type Selection } from "./select-hooks.ts";

/** When each part of a dispatch began, in milliseconds of the session's clock. */
export interface DispatchTimes {
  readonly date: string;
  readonly start: number;
  readonly selected: number;
  readonly ran: number;
}

/** P15: records why each hook did or did not run, and the result of each run. */
export function recordDispatch(
  session: HookSession,
  selection: Selection,
  verdicts: readonly Verdict[],
  outcome: Outcome,
  { date, start, selected, ran }: DispatchTimes,
  options: Pick<FireOptions, "overridesBlock" | "overrides">,
): void {
  const { event, snapshot, admitted, plan } = selection;
  const end = session.collaborators.clock.now();
  recordTo(session.options.trace, () =>
    dispatchRecord({
      event,
      lookedAt: snapshot.hooks.length,
      notMatched: notMatched(selection),
      admitted,
      plan,
      verdicts,
      outcome,
      overridden: whyOverridden(outcome, options),
      profile: session.profile.name,
      time: date,
      durationMs: end - start,
      timings: { select: selected - start, run: ran - selected, settle: end - ran },
      redactor: session.redactor(),
    }),
  );
}

/** Why the host does not follow what these hooks decided, if they decided something (E4, G4). */
function whyOverridden(
  { kind, action }: Outcome,
  { overridesBlock, overrides }: Pick<FireOptions, "overridesBlock" | "overrides">,
): string | undefined {
  if (kind === "turn-end") return action === "continue" ? overridesBlock : undefined;
  return kind === "permission" && action !== "ask" ? overrides?.() : undefined;
}

/** P15: records the user's answer to a permission question. */
export function recordAnswer(
  session: HookSession,
  event: HookEvent,
  answer: NonNullable<TraceRecord["answer"]>,
): void {
  recordTo(session.options.trace, () =>
    answerRecord({
      event,
      answer,
      profile: session.profile.name,
      time: session.collaborators.clock.date(),
      redactor: session.redactor(),
    }),
  );
}

/** The hooks of the event that did not match, each with the reason. */
function notMatched(selection: Selection) {
  const { hooks, held } = selection.admitted;
  const known = new Set([...hooks, ...held].map(({ hook }) => hook));
  return explainSelection(selection).hooks.flatMap(({ hook, state, because }) =>
    state === "other-event" || known.has(hook) ? [] : [{ hook, reason: state, because }],
  );
}
