import type { CommandHandler } from "@snaphook/protocol";
import type { HookEvent } from "../stages/hook-event.ts";
import type { PlannedRun, RunPlan } from "../stages/run-plan.ts";
import { prepare } from "./command/run-command.ts";
import type { RunContext } from "./run-context.ts";

/** P17: starts replacements for prewarmed hooks after the outcome was returned. */
export function refillSpares(plan: RunPlan, event: HookEvent, context: RunContext): void {
  if (event.definition.hasEnvironmentFile) return;
  const wanted = plan.lanes.flat().filter(mayBePrewarmed);
  if (wanted.length === 0) return;
  setImmediate(() => {
    for (const planned of wanted)
      context.prewarmed
        .refill(planned.hook, prepare({ planned, event, context }).process)
        .catch((error: unknown) =>
          process.emitWarning(`a hook was not prewarmed: ${String(error)}`),
        );
  });
}

function mayBePrewarmed({ handler }: PlannedRun): boolean {
  if (handler.type !== "command") return false;
  const { prewarm, async: isAsync, asyncRewake, once } = handler as CommandHandler;
  return prewarm === true && !isAsync && !asyncRewake && !once;
}
