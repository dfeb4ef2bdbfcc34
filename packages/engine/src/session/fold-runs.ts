import { type EventName, type Profile, profiles } from "@snaphook/protocol";
import { diverge } from "../fold/diverge.ts";
import { fold } from "../fold/fold.ts";
import { interpret } from "../interpret/interpret.ts";
import type { HeldHook } from "../stages/admitted.ts";
import type { HookEvent } from "../stages/hook-event.ts";
import type { OutcomeOf } from "../stages/outcome.ts";
import type { Verdict } from "../stages/verdict.ts";

/** The outcome, and how the other profile's outcome would differ (Q1). */
export function foldRuns<Name extends EventName>(
  event: HookEvent & { readonly name: Name },
  verdicts: readonly Verdict[],
  held: readonly HeldHook[],
  profile: Profile,
): OutcomeOf<Name> {
  const outcome = fold(event, verdicts, held, profile);
  if (verdicts.length === 0) return outcome;
  const divergence = diverge(outcome, profile, otherThan(profile), (as) =>
    fold(
      event,
      verdicts.map(({ run }) => interpret(run, event, as)),
      held,
      as,
    ),
  );
  return Object.assign({}, outcome, { divergence });
}

const otherThan = (profile: Profile): Profile =>
  profile === profiles.reference ? profiles["claude-code"] : profiles.reference;
