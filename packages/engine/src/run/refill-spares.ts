import { backgroundOf, programOf, wantsPrewarm } from "@snaphook/protocol";
import type { HookEvent } from "../stages/hook-event.ts";
import type { PlannedRun, RunPlan } from "../stages/run-plan.ts";
import { processWarning } from "../text/process-warning.ts";
import { prepare } from "./command/run-command.ts";
import type { RunContext } from "./run-context.ts";

/** P17: starts replacements for prewarmed hooks after the outcome was returned. */
export function refillSpares(plan: RunPlan, event: HookEvent, context: RunContext): void {
  if (event.definition.hasEnvironmentFile) return;
  const wanted = plan.lanes.flat().filter(mayBePrewarmed);
  if (wanted.length === 0) return;
  setImmediate(() => {
    for (const planned of wanted) {
      const program = programOf(planned.handler);
      if (!program) continue;
      context.prewarmed
        .refill(planned.hook, prepare({ planned, event, context }, program).process)
        .catch((error: unknown) => processWarning(`a hook was not prewarmed: ${String(error)}`));
    }
  });
}

const mayBePrewarmed = ({ handler }: PlannedRun): boolean =>
  wantsPrewarm(handler) && backgroundOf(handler) === "no" && !handler.once;
