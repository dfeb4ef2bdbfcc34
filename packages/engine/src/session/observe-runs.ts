import type { FireOptions } from "../hooks.ts";
import { repeatHint } from "../interpret/repeat-hint.ts";
import type { RunAllOptions } from "../run/run-all.ts";
import type { HookEvent } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import type { Verdict } from "../stages/verdict.ts";
import type { HookSession } from "./hook-session.ts";
import { describeRun } from "./run-progress.ts";

/** What happens during a dispatch: each run is reported, and rewrites are passed along a lane (P2). */
export function observeRuns(
  session: HookSession,
  event: HookEvent,
  { signal }: FireOptions,
  verdictOf: (run: HookRun) => Verdict,
): RunAllOptions {
  const { listeners } = session;
  const foreground = session.foreground.signal;
  let combined: AbortSignal | undefined;
  return {
    /** Made for the first run: most events select no hook, and a combined signal is expensive. */
    get signal() {
      combined ??= signal ? AbortSignal.any([foreground, signal]) : foreground;
      return combined;
    },
    afterRun(run) {
      const { opinion, stop } = verdictOf(run);
      return { updatedInput: opinion.updatedInput, stop: stop !== undefined };
    },
    onStart(planned) {
      if (listeners.size === 0) return;
      const { statusMessage } = planned.handler;
      session.report({ type: "run-started", ...describeRun(planned, event), statusMessage });
    },
    onOutput:
      listeners.size === 0
        ? undefined
        : (planned, output) =>
            session.report({ type: "run-output", ...describeRun(planned, event), ...output }),
    onEnd(run) {
      if (listeners.size === 0) return;
      const { run: kept, ending, recorded } = verdictOf(run);
      const repeat = repeatHint(run, event, session.profile, "details");
      session.report({
        type: "run-ended",
        ...describeRun(run.planned, event),
        run: kept,
        ending,
        recorded,
        ...(repeat === undefined ? {} : { repeat }),
      });
    },
  };
}
