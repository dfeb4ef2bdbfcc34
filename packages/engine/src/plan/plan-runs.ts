import type { Profile } from "@snaphook/protocol";
import type { Admitted } from "../stages/admitted.ts";
import type { RunPlan } from "../stages/run-plan.ts";

/** Turns admitted hooks into runs: every hook its own lane, started together (P1). */
export function planRuns(admitted: Admitted, profile: Profile): RunPlan {
  return {
    lanes: admitted.hooks.map(({ hook }, order) => [
      { order, hook, limitMs: limitOf(hook.handler, profile) },
    ]),
  };
}

/** H1: settings give seconds; the profile has the default. */
function limitOf(handler: Admitted["hooks"][number]["hook"]["handler"], profile: Profile): number {
  return handler.timeout === undefined ? profile.limits[handler.type] : handler.timeout * 1000;
}
