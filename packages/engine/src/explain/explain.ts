import { matchOne } from "../match/match.ts";
import type { Admitted } from "../stages/admitted.ts";
import type { HookEvent } from "../stages/hook-event.ts";
import type { RunPlan } from "../stages/run-plan.ts";
import type { ConfiguredHook, Diagnostic, LoadedFile, Snapshot } from "../stages/snapshot.ts";

/** What would become of one hook, and why. */
export interface ExplainedHook {
  readonly hook: ConfiguredHook;
  readonly state: "would run" | "untrusted" | "does not match";
  readonly because: string;
  readonly limitMs: number | undefined;
}

/** The answer to "which hooks apply to this event, and why does each other one not". */
export interface Explanation {
  readonly event: string;
  readonly hooks: readonly ExplainedHook[];
  readonly files: readonly LoadedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Gives every hook of the snapshot a state and a reason, by the predicates the dispatch uses. */
export function explain(
  snapshot: Snapshot,
  event: HookEvent,
  admitted: Admitted,
  plan: RunPlan,
): Explanation {
  const planned = new Map(plan.lanes.flat().map((run) => [run.hook, run]));
  const held = new Map(admitted.held.map((entry) => [entry.hook, entry]));
  return {
    event: event.name,
    hooks: snapshot.hooks.map((hook): ExplainedHook => {
      const { because } = matchOne(hook, event);
      const run = planned.get(hook);
      if (run) return { hook, state: "would run", because, limitMs: run.limitMs };
      const hold = held.get(hook);
      if (hold) return { hook, state: hold.reason, because: hold.because, limitMs: undefined };
      return { hook, state: "does not match", because, limitMs: undefined };
    }),
    files: snapshot.files,
    diagnostics: snapshot.diagnostics,
  };
}
