import type { Profile } from "@snaphook/protocol";
import { interpret } from "../interpret/interpret.ts";
import type { HookEvent } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import type { Verdict } from "../stages/verdict.ts";

/** Interprets the runs of an event, and caches the verdict of each. */
export function interpretOnce(event: HookEvent, profile: Profile): (run: HookRun) => Verdict {
  const verdicts = new Map<HookRun, Verdict>();
  return (run) => {
    const known = verdicts.get(run);
    if (known) return known;
    const verdict = interpret(run, event, profile);
    verdicts.set(run, verdict);
    return verdict;
  };
}
