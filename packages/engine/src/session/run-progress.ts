import { randomUUID } from "node:crypto";
import type { HookEvent } from "../stages/hook-event.ts";
import type { PlannedRun } from "../stages/run-plan.ts";
import type { ConfiguredHook } from "../stages/snapshot.ts";

const ids = new WeakMap<PlannedRun, string>();

/** An id that stays the same from the start to the end of a run; created only when a listener needs it. */
function runIdOf(planned: PlannedRun): string {
  const known = ids.get(planned);
  if (known !== undefined) return known;
  const id = randomUUID();
  ids.set(planned, id);
  return id;
}

/** What a listener gets for every run: which run, which event, and the value that matchers are tested on. */
export const describeRun = (planned: PlannedRun, event: HookEvent) => ({
  ...describeHook(planned.hook, event),
  handlerType: planned.handler.type,
  runId: runIdOf(planned),
});

/** The same for a hook that does not run. */
export function describeHook(hook: ConfiguredHook, { name, definition, input }: HookEvent) {
  const field = definition.matchesOn;
  const value = field === undefined ? undefined : input[field];
  return {
    event: name,
    subject: typeof value === "string" ? value : undefined,
    hook,
    handlerType: hook.handler.type,
    runId: randomUUID() as string,
    ...callIn(input),
    ...subagentIn(input),
  };
}

const callIn = ({ tool_use_id: toolUseId }: HookEvent["input"]) =>
  typeof toolUseId === "string" ? { toolUseId } : {};

/** Both fields: an agent hook has only the id, the main agent only the type. */
function subagentIn({ agent_id: id, agent_type: type }: HookEvent["input"]) {
  return typeof id === "string" && typeof type === "string" ? { agent: { id, type } } : {};
}
