import { interpret } from "../interpret/interpret.ts";
import type { BackgroundRun } from "../run/background.ts";
import { backgroundRecord } from "../trace/trace-record.ts";
import { recordTo } from "../trace/trace-sink.ts";
import type { HookSession } from "./hook-session.ts";
import { aboutRun } from "./run-id.ts";

/** P12: a background run that ended is reported to listeners and recorded. */
export function reportBackgroundEnd(session: HookSession, ended: BackgroundRun): void {
  const { run, event, wakes } = ended;
  const { profile, outside } = session;
  const isWake = wakes && run.end.how === "exited" && run.end.code === 2;
  const verdict = interpret(run, event, profile);
  session.report({
    type: "background-ended",
    ...aboutRun(run.planned, event),
    run,
    recorded: verdict.recorded,
    wake: isWake ? run.stderr.text : undefined,
  });
  recordTo(session.options.trace, () =>
    backgroundRecord({
      event,
      profile: profile.name,
      time: outside.clock.date(),
      verdict,
      redactor: session.redactor(),
    }),
  );
}
