import type { Outcome } from "../stages/outcome.ts";
import type { Verdict } from "../stages/verdict.ts";
import { dispatchRecord } from "../trace/trace-record.ts";
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
  overridesBlock: string | undefined,
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
      overridesBlock,
      profile: session.profile.name,
      time: date,
      durationMs: end - start,
      timings: { select: selected - start, run: ran - selected, settle: end - ran },
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
