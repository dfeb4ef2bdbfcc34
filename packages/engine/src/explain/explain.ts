import { explainMatch, type MatchAnswer, type MatchContext } from "../match/match.ts";
import type { Admitted, HeldHook } from "../stages/admitted.ts";
import type { HookEvent } from "../stages/hook-event.ts";
import type { RunPlan } from "../stages/run-plan.ts";
import type { ConfiguredHook, Snapshot } from "../stages/snapshot.ts";
import { notFired } from "../text/not-fired.ts";

/** What would happen to a hook. */
export type HookState =
  | "would-run"
  | Exclude<MatchAnswer["reason"], "matches">
  | HeldHook["reason"]
  | "duplicate"
  /** The host does not fire the event. */
  | "not-fired";

/** What would happen to one hook, and why. */
export interface ExplainedHook {
  readonly hook: ConfiguredHook;
  readonly state: HookState;
  readonly because: string;
  /** How long it may take; `undefined` if it would not run, or has no limit. */
  readonly limitMs: number | undefined;
}

/** Which hooks would run for an event, and why each of the others would not. */
export interface Explanation {
  readonly event: HookEvent;
  readonly hooks: readonly ExplainedHook[];
  readonly snapshot: Snapshot;
}

/** Gives every hook of the snapshot a state and a reason, by the predicates the dispatch uses. */
export function explain(
  snapshot: Snapshot,
  event: HookEvent,
  {
    admitted,
    plan,
    context,
    isFired,
    whyItFails,
  }: {
    readonly admitted: Admitted;
    readonly plan: RunPlan;
    readonly context: MatchContext;
    readonly isFired: boolean;
    /** Why a hook fails whenever it runs. */
    readonly whyItFails: (hook: ConfiguredHook) => string | undefined;
  },
): Explanation {
  const planned = new Map(plan.lanes.flat().map((run) => [run.hook, run]));
  const merged = new Map(plan.merged.map((entry) => [entry.hook, entry.into]));
  const held = new Map(admitted.held.map((entry) => [entry.hook, entry]));
  const hooks = snapshot.hooks.map((hook): ExplainedHook => {
    const { reason, because } = explainMatch(hook, event, context);
    if (reason !== "matches") return { hook, state: reason, because, limitMs: undefined };
    if (!isFired)
      return { hook, state: "not-fired", because: notFired(event.name), limitMs: undefined };
    const hold = held.get(hook);
    if (hold) return explainHeld(hold, event);
    const into = merged.get(hook);
    if (into)
      return {
        hook,
        state: "duplicate",
        because: `the same as ${into.label} (${into.id}), which runs`,
        limitMs: undefined,
      };
    const fails = whyItFails(hook);
    const why = fails === undefined ? because : `${because}; ${fails}`;
    return { hook, state: "would-run", because: why, limitMs: planned.get(hook)?.limitMs };
  });
  const edited = admitted.held.filter(({ hook }) => !snapshot.hooks.includes(hook));
  return { event, hooks: [...hooks, ...edited.map((hold) => explainHeld(hold, event))], snapshot };
}

const explainHeld = (hold: HeldHook, event: HookEvent): ExplainedHook => ({
  hook: hold.hook,
  state: hold.reason,
  because: whyHeld(hold, event),
  limitMs: undefined,
});

/** T1: a guard that is held can still refuse. */
const whyHeld = ({ because, refuses }: HeldHook, { name }: HookEvent): string =>
  refuses ? `${because}; until then it refuses this ${name}` : because;
