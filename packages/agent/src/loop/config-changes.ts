import { stat } from "node:fs/promises";
import type { Inactive, PendingChange } from "@snaphook/engine";
import type { ChangedFile, Clock } from "@snaphook/engine/internal";
import type { Profile } from "@snaphook/protocol";
import type { Dispatcher } from "../effects/dispatch.ts";
import type { Permissions } from "../permissions/permissions.ts";
import { bypassDisabled } from "../permissions/rule-book.ts";
import type { UnfiredHooks } from "./agent.ts";
import type { Emit } from "./agent-event.ts";
import type { CurrentTurn } from "./current-turn.ts";
import { inactiveDetail } from "./report-inactive.ts";
import { warning } from "./warning.ts";

export interface ConfigChangesOptions {
  readonly hooks: () => UnfiredHooks;
  readonly dispatch: Dispatcher["dispatch"];
  readonly turn: Pick<CurrentTurn, "stop" | "endSession">;
  readonly permissions: Pick<Permissions, "mode" | "bypassDisabledBy">;
  readonly profile: Profile;
  readonly emit: Emit;
  readonly clock: Clock;
}

/** Settings that change during a session (C7, E13). */
export interface ConfigChanges {
  /** Starts watching, once; changes made before that are found too. */
  start(): void;
  /** Waits until the changes seen so far are decided. */
  decided(): Promise<void>;
  stop(): Promise<void>;
}

/** The first calls of a session do not wait for the watch to be set up; what changes until then is found when it is. */
const watchAfterMs = 500;

/** The one source that cannot be refused (E13). */
const policy = "policy_settings";

export function configChanges(options: ConfigChangesOptions): ConfigChanges {
  const { hooks, emit, clock } = options;
  const handled = new Set<string>();
  let queue = Promise.resolve();
  let watch: Promise<() => Promise<void>> | undefined;
  let cancel: (() => void) | undefined;
  const problem = (error: unknown) =>
    emit(warning(`changed settings could not be applied: ${String(error)}`));
  const look = () => {
    queue = queue
      .then(async () => {
        const change = await hooks().config.checkForChanges();
        if (change) await decide(options, change, handled);
      })
      .catch(problem);
  };
  return {
    start() {
      cancel ??= clock.after(
        watchAfterMs,
        () => {
          watch = hooks().config.watch(look);
          watch.then(look, problem);
        },
        { idle: true },
      );
    },
    decided: () => queue,
    async stop() {
      cancel?.();
      await (await watch?.catch(() => undefined))?.();
      await queue;
    },
  };
}

/** Fires ConfigChange for each file with the hooks in force, then applies what may be applied. */
async function decide(
  options: ConfigChangesOptions,
  change: PendingChange,
  handled: Set<string>,
): Promise<void> {
  const applied: string[] = [];
  const reviewed: string[] = [];
  for (const changed of change.files) {
    const key = await stateOf(changed.file);
    if (handled.has(key)) continue;
    handled.add(key);
    const answer = await isApplied(options, changed);
    if (answer.applies) applied.push(changed.file);
    if (answer.reviewed) reviewed.push(changed.file);
  }
  if (applied.length > 0) await apply(options, change.only(applied), reviewed);
}

/** T1, C7: says which hooks a change removes, and what else has no effect from now on. */
async function apply(
  { hooks, emit, turn, permissions }: ConfigChangesOptions,
  change: PendingChange,
  reviewed: readonly string[],
): Promise<void> {
  const mode = permissions.mode();
  const { removed } = change;
  const { config } = hooks();
  const before = new Set((await config.inactive()).entries.map(inactiveKey));
  await change.apply({ reviewed });
  const forbidding = permissions.bypassDisabledBy();
  if (mode === "bypassPermissions" && forbidding !== undefined) {
    const text = `${bypassDisabled(forbidding)}, so the session ends`;
    emit(warning(text));
    turn.endSession({ reason: "bypass_permissions_disabled", text });
  }
  const entries = (await config.inactive()).entries.filter((one) => !before.has(inactiveKey(one)));
  const listed = new Set(entries.map(({ hook }) => hook?.id));
  const names = removed
    .filter(({ id }) => !listed.has(id))
    .map(({ event, label, source }) => `${event} ${label} (${source.file}): no longer configured`);
  for (const text of [...names, ...entries.map(inactiveDetail)].slice(0, maxNamed))
    emit(warning(`not in effect from now on: ${text}`));
  const more = names.length + entries.length - maxNamed;
  if (more > 0) emit(warning(`not in effect from now on: ${more} more`));
}

const maxNamed = 20;

const inactiveKey = ({ kind, what, file, refuses }: Inactive): string =>
  JSON.stringify([kind, what, file, refuses]);

/** T1: a change that ConfigChange let through counts as reviewed. */
interface Decision {
  readonly applies: boolean;
  readonly reviewed: boolean;
}

async function isApplied(
  options: ConfigChangesOptions,
  { source, file }: ChangedFile,
): Promise<Decision> {
  const { profile, emit } = options;
  const allowed = source === undefined || (await isAllowed(options, source, file));
  const reviewed = allowed && source !== undefined;
  if (source === policy) return { applies: true, reviewed };
  if (!allowed) return { applies: false, reviewed };
  if (profile.changedSettings === "apply") return { applies: true, reviewed };
  emit(
    warning(
      `${file}: the change is not applied, because it cannot be reviewed in this session; the hooks from the start of the session stay in force`,
    ),
  );
  return { applies: false, reviewed: false };
}

/** E13: hooks may refuse the change; a stop refuses it too and ends the turn that is running (G10). */
async function isAllowed(
  { dispatch, turn, emit }: ConfigChangesOptions,
  source: string,
  file: string,
): Promise<boolean> {
  const step = await dispatch("ConfigChange", { source, file_path: file });
  const anyway = source === policy ? ", but policy settings always apply" : "";
  switch (step.do) {
    case "proceed":
      emit(warning(`${file}: changed`));
      return true;
    case "refuse":
      emit(warning(`${file}: changed, and a hook refused the change${anyway}`));
      return false;
    case "stop": {
      const turnEnds = turn.stop(step.reason)
        ? "ends the turn"
        : "asked to stop, but no turn is running";
      const refused = anyway === "" ? ", so the change is not applied" : anyway;
      emit(warning(`${file}: changed, and a ConfigChange hook ${turnEnds}${refused}`));
      return false;
    }
  }
}

/** Identifies the state of a file, so that no change is dispatched to hooks twice. */
const stateOf = (file: string): Promise<string> =>
  stat(file).then(
    ({ mtimeMs, size, ino }) => `${file} ${ino} ${size} ${mtimeMs}`,
    () => `${file} gone`,
  );
