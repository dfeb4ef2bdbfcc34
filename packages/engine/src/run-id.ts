import { randomUUID } from "node:crypto";
import type { HookEvent } from "./stages/hook-event.ts";
import type { PlannedRun } from "./stages/run-plan.ts";

const ids = new WeakMap<PlannedRun, string>();

/** Tells one run of a hook from its others, from start to end; made when somebody listens. */
function runIdOf(planned: PlannedRun): string {
  const known = ids.get(planned);
  if (known !== undefined) return known;
  const id = randomUUID();
  ids.set(planned, id);
  return id;
}

/** What a listener is told about every run: which one, of which event, and what the event is about. */
export function aboutRun(planned: PlannedRun, { name, definition, input }: HookEvent) {
  const field = definition.matchesOn;
  const value = field === undefined ? undefined : input[field];
  return {
    event: name,
    subject: typeof value === "string" ? value : undefined,
    hook: planned.hook,
    runId: runIdOf(planned),
  };
}
