import type { Profile } from "@snaphook/protocol";
import { interpret } from "../interpret/interpret.ts";
import type { HookEvent } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import type { Verdict } from "../stages/verdict.ts";
import { message } from "../text/message.ts";

/** What a run means in a profile, for a host that takes up deferred calls later, or does not. */
export const interpretFor =
  (event: HookEvent, { canDefer = true }: { readonly canDefer?: boolean }) =>
  (run: HookRun, profile: Profile): Verdict => {
    const verdict = interpret(run, event, profile);
    return canDefer || verdict.opinion.decision !== "defer" ? verdict : withoutDefer(verdict);
  };

/** Section 12 of the contract: where a user is present, a deferral is no opinion, and the user reads that. */
function withoutDefer(verdict: Verdict): Verdict {
  const { opinion, run, warnings, messages } = verdict;
  const { label } = run.planned.hook;
  const text =
    "defer has no effect here, because the user can be asked; the permission rules decide";
  return {
    ...verdict,
    opinion: { ...opinion, decision: "none" },
    warnings: [...warnings, text],
    messages: [...messages, message(run.planned.hook, "user", "warning", `${label}: ${text}`)],
  };
}

/** Interprets the runs of an event, and caches the verdict of each. */
export function interpretOnce(
  interpretRun: (run: HookRun, profile: Profile) => Verdict,
  profile: Profile,
): (run: HookRun) => Verdict {
  const verdicts = new Map<HookRun, Verdict>();
  return (run) => {
    const known = verdicts.get(run);
    if (known) return known;
    const verdict = interpretRun(run, profile);
    verdicts.set(run, verdict);
    return verdict;
  };
}
