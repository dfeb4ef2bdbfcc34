import { type EventName, type Profile, profiles } from "@snaphook/protocol";
import { diverge } from "../fold/diverge.ts";
import { fold } from "../fold/fold.ts";
import type { HeldHook } from "../stages/admitted.ts";
import type { HookEvent } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import type { OutcomeOf } from "../stages/outcome.ts";
import type { Message, Verdict } from "../stages/verdict.ts";

/**
 * The outcome, and how the other profile's outcome would differ (Q1). That needs the runs as they were: a
 * verdict may not keep what a hook printed.
 */
export function foldRuns<Name extends EventName>(
  event: HookEvent & { readonly name: Name },
  {
    runs,
    verdicts,
    held,
  }: {
    readonly runs: readonly HookRun[];
    readonly verdicts: readonly Verdict[];
    readonly held: readonly HeldHook[];
  },
  profile: Profile,
  interpretRun: (run: HookRun, as: Profile) => Verdict,
): OutcomeOf<Name> {
  const outcome = fold(event, verdicts, held, profile);
  if (verdicts.length === 0) return outcome;
  const divergence = diverge(outcome, profile, otherThan(profile), (as) =>
    fold(
      event,
      runs.map((run, index) => {
        const verdict = interpretRun(run, as);
        const isKept = verdicts[index]?.run === run;
        return isKept ? verdict : { ...verdict, messages: verdict.messages.filter(isNotStdout) };
      }),
      held,
      as,
    ),
  );
  return Object.assign({}, outcome, { divergence });
}

/** What the profile in force does not keep must not be in the comparison either. */
const isNotStdout = ({ kind }: Message): boolean => kind !== "stdout";

const otherThan = (profile: Profile): Profile =>
  profile === profiles.reference ? profiles["claude-code"] : profiles.reference;
