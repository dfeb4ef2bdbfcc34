import type { ConfiguredHook, Inactive } from "@snaphook/engine";
import type { UnfiredHooks } from "./agent.ts";
import type { AgentEvent, Emit } from "./agent-event.ts";
import { inactiveDetail } from "./report-inactive.ts";

/** The hooks that run, and what is configured and has no effect. */
export interface Effects {
  readonly ready: readonly ConfiguredHook[];
  readonly inactive: readonly Inactive[];
}

export async function readEffects({ config }: Pick<UnfiredHooks, "config">): Promise<Effects> {
  const [statuses, { entries }] = await Promise.all([config.statuses(), config.inactive()]);
  const ready = statuses.flatMap(({ hook, state }) => (state === "ready" ? [hook] : []));
  return { ready, inactive: entries };
}

/**
 * T1, C7: says which hooks a change of settings takes out of effect and which it puts into effect, each once: a hook
 * with another definition is still the same hook to the user. Of their own changes (`byUser`) they know what was meant.
 */
export function reportEffects(
  before: Effects,
  after: Effects,
  { emit, byUser = false }: { readonly emit: Emit; readonly byUser?: boolean },
): void {
  const known = new Set(before.inactive.map(inactiveKey));
  const entries = after.inactive.filter((one) => !known.has(inactiveKey(one)));
  const added = missingFrom(before, after.ready);
  const entriesLeft = [...entries];
  const removed = missingFrom(after, before.ready).filter(
    (hook) =>
      !take(entriesLeft, (one) => one.hook?.id === hook.id) &&
      !take(entriesLeft, (one) => one.what === nameOf(hook) && one.file === hook.source.file),
  );
  const isSame = (one: ConfiguredHook) => (other: ConfiguredHook) =>
    nameOf(one) === nameOf(other) && one.source.file === other.source.file;
  const addedLeft = [...added];
  const gone = removed.filter((hook) => !take(addedLeft, isSame(hook)));
  const changed = added.filter((hook) => !addedLeft.includes(hook));
  const names = gone.map((hook) => `${nameOf(hook)} (${hook.source.file}): no longer configured`);
  report(emit, "warning", "not in effect from now on", [
    ...(byUser ? [] : names),
    ...entries.map(inactiveDetail),
  ]);
  if (byUser) return;
  report(emit, "info", "in effect with another definition from now on", changed.map(nameAndPlace));
  report(emit, "info", "in effect from now on", addedLeft.map(nameAndPlace));
}

const missingFrom = ({ ready }: Effects, hooks: readonly ConfiguredHook[]) => {
  const ids = new Set(ready.map(({ id }) => id));
  return hooks.filter(({ id }) => !ids.has(id));
};

/** Takes the first value that fits out of a list; false: none does. */
function take<Value>(list: Value[], fits: (value: Value) => boolean): boolean {
  const index = list.findIndex(fits);
  if (index !== -1) list.splice(index, 1);
  return index !== -1;
}

const nameOf = ({ event, label }: ConfiguredHook): string => `${event} ${label}`;

const nameAndPlace = (hook: ConfiguredHook): string =>
  `${nameOf(hook)} (${hook.source.file}:${hook.source.line})`;

const maxNamed = 20;

type Level = Extract<AgentEvent, { readonly type: "notice" }>["level"];

function report(emit: Emit, level: Level, what: string, names: readonly string[]): void {
  const more = names.length - maxNamed;
  for (const name of [...names.slice(0, maxNamed), ...(more > 0 ? [`${more} more`] : [])])
    emit({ type: "notice", level, text: `${what}: ${name}` });
}

const inactiveKey = ({ kind, what, file, refuses }: Inactive): string =>
  JSON.stringify([kind, what, file, refuses]);
