import { randomUUID } from "node:crypto";
import type { HookEvent } from "../stages/hook-event.ts";
import type { PlannedRun } from "../stages/run-plan.ts";
import type { ConfiguredHook } from "../stages/snapshot.ts";

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
export const aboutRun = (planned: PlannedRun, event: HookEvent) => ({
  ...aboutHook(planned.hook, event),
  handlerType: planned.handler.type,
  runId: runIdOf(planned),
});

/** The same of a hook that does not run. */
export function aboutHook(hook: ConfiguredHook, { name, definition, input }: HookEvent) {
  const field = definition.matchesOn;
  const value = field === undefined ? undefined : input[field];
  return {
    event: name,
    subject: typeof value === "string" ? value : undefined,
    hook,
    handlerType: hook.handler.type,
    runId: randomUUID() as string,
  };
}
