import { interpret } from "../interpret/interpret.ts";
import { wakesModel } from "../interpret/late-messages.ts";
import type { BackgroundRun } from "../run/background.ts";
import { backgroundRecord } from "../trace/trace-record.ts";
import { recordTo } from "../trace/trace-sink.ts";
import type { HookSession } from "./hook-session.ts";
import { describeRun } from "./run-progress.ts";

/** P12: a background run that ended is reported to listeners and recorded. */
export function reportBackgroundEnd(session: HookSession, ended: BackgroundRun): void {
  const { run, event } = ended;
  const { profile, collaborators } = session;
  const verdict = interpret(run, event, profile);
  session.report({
    type: "background-ended",
    ...describeRun(run.planned, event),
    run: verdict.run,
    recorded: verdict.recorded,
    wake: wakesModel(ended) ? run.stderr.text : undefined,
  });
  recordTo(session.options.trace, () =>
    backgroundRecord({
      event,
      profile: profile.name,
      time: collaborators.clock.date(),
      verdict,
      redactor: session.redactor(),
    }),
  );
}
