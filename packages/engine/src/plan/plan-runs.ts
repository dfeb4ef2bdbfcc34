import {
  type AnyHandler,
  type EventName,
  ownLimitMs,
  type Profile,
  typeLimitMs,
} from "@snaphook/protocol";
import type { Admitted } from "../stages/admitted.ts";
import type { MergedHook, PlannedRun, RunPlan } from "../stages/run-plan.ts";
import type { ConfiguredHook } from "../stages/snapshot.ts";
import { identityOf, keptOf, mergeHandlers } from "./merge-duplicates.ts";

export interface PlanContext {
  readonly event: EventName;
  readonly profile: Profile;
  /** What `CLAUDE_PROJECT_DIR` stands for. */
  readonly projectDirectory: string;
  /** T2: the session trusts the project, whatever the trust store says. */
  readonly trustProject?: boolean;
}

/**
 * Turns admitted hooks into runs.
 *
 * 1. Identical handlers become one run, the safer of them (P4).
 * 2. Hooks of a sequential group share a lane, every other hook has its own (P1, P2).
 * 3. Each run has its limit: the handler's, the event's or the type's (H1).
 */
export function planRuns(admitted: Admitted, context: PlanContext): RunPlan {
  const { runs, merged } = mergeDuplicates(
    admitted.hooks.map(({ hook }) => hook),
    context,
  );
  const lanes = Map.groupBy(runs, (run) => laneOf(run, context.profile));
  return { lanes: [...lanes.values()], merged };
}

function mergeDuplicates(
  hooks: readonly ConfiguredHook[],
  context: PlanContext,
): { readonly runs: readonly PlannedRun[]; readonly merged: readonly MergedHook[] } {
  const key = (hook: ConfiguredHook, index: number) =>
    context.profile.mergesDuplicates ? identityOf(hook, context) : String(index);
  const keyed = hooks.map((hook, index) => ({ hook, key: key(hook, index) }));
  const merged: MergedHook[] = [];
  const runs = [...Map.groupBy(keyed, (entry) => entry.key).values()].map((group, order) => {
    const same = group.map((entry) => entry.hook);
    const hook = keptOf(same);
    for (const other of same) if (other !== hook) merged.push({ hook: other, into: hook });
    const limits = same.map((one) => limitOf(one.handler, context));
    return {
      order,
      hook,
      handler: mergeHandlers(hook, same),
      limitMs: hook.origin.scope === "managed" ? limitOf(hook.handler, context) : longest(limits),
      ...(context.trustProject && hook.origin.needsTrust ? { trustedByFlag: true as const } : {}),
    };
  });
  return { runs, merged };
}

function laneOf({ order, hook }: PlannedRun, profile: Profile): string {
  if (profile.order === "one-lane") return "one";
  return hook.group.sequential ? hook.group.key : `run ${order}`;
}

/** H1: the handler's own limit, else the event's, else the type's. */
function limitOf(handler: AnyHandler, { profile, event }: PlanContext): number | undefined {
  const known = ownLimitMs(handler) ?? profile.eventLimits[event];
  return known ?? (profile.limits === "none" ? undefined : typeLimitMs(handler));
}

const longest = (limits: readonly (number | undefined)[]): number | undefined =>
  limits.every((limit) => limit !== undefined) ? Math.max(...limits) : undefined;
