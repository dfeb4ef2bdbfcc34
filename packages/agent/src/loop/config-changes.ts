import { stat } from "node:fs/promises";
import type { ChangedFile, Clock, Hooks, Outcome, PendingChange } from "@snaphook/engine";
import type { Profile } from "@snaphook/protocol";
import type { Emit } from "./agent-event.ts";
import { warning } from "./warning.ts";

export interface ConfigChangesOptions {
  readonly hooks: () => Hooks;
  readonly profile: Profile;
  readonly emit: Emit;
  readonly clock: Clock;
  report(outcome: Outcome): void;
}

/** Settings that change during a session (C7, E13). */
export interface ConfigChanges {
  /** Begins to watch, once; what changed before it watched is found too. */
  start(): void;
  /** Waits until the changes seen so far are decided. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** The first calls of a session do not wait for the watch to be set up; what changes until then is found when it is. */
const watchAfterMs = 500;

/** The one source that cannot be refused (E13). */
const policy = "policy_settings";

export function configChanges(options: ConfigChangesOptions): ConfigChanges {
  const { hooks, emit, clock } = options;
  const decided = new Set<string>();
  let queue = Promise.resolve();
  let watch: Promise<() => Promise<void>> | undefined;
  let cancel: (() => void) | undefined;
  const problem = (error: unknown) => emit(warning(`changed settings: ${String(error)}`));
  const look = () => {
    queue = queue
      .then(async () => {
        const change = await hooks().config.checkForChanges();
        if (change) await decide(options, change, decided);
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
    settle: () => queue,
    async stop() {
      cancel?.();
      await (await watch?.catch(() => undefined))?.();
      await queue;
    },
  };
}

/** Fires ConfigChange for each file with the hooks in force, then applies what may be applied. */
async function decide(
  { hooks, profile, emit, report }: ConfigChangesOptions,
  change: PendingChange,
  decided: Set<string>,
): Promise<void> {
  const applied: string[] = [];
  for (const changed of change.files) {
    const key = await stateOf(changed.file);
    if (decided.has(key)) continue;
    decided.add(key);
    if (await letThrough(changed)) applied.push(changed.file);
  }
  if (applied.length > 0) await change.only(applied).apply();

  async function letThrough({ source, file }: ChangedFile): Promise<boolean> {
    if (source !== undefined) {
      const outcome = await hooks().fire("ConfigChange", { source, file_path: file });
      report(outcome);
      const refused = outcome.action !== "proceed" && source !== policy;
      emit(warning(`${file}: changed${refused ? ", and a hook refused the change" : ""}`));
      if (refused) return false;
    }
    if (profile.changedSettings === "apply" || source === policy) return true;
    emit(
      warning(`${file}: the hooks of the session's start stay: nobody can review the change here`),
    );
    return false;
  }
}

/** Tells one state of a file from the next, so that no change is put to hooks twice. */
const stateOf = (file: string): Promise<string> =>
  stat(file).then(
    ({ mtimeMs, size, ino }) => `${file} ${ino} ${size} ${mtimeMs}`,
    () => `${file} gone`,
  );
