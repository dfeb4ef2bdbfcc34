import { stat } from "node:fs/promises";
import type { PendingChange } from "@snaphook/engine";
import type { ChangedFile, Clock } from "@snaphook/engine/internal";
import type { Profile } from "@snaphook/protocol";
import type { Dispatcher } from "../effects/dispatch.ts";
import type { Permissions } from "../permissions/permissions.ts";
import { bypassDisabled } from "../permissions/rule-book.ts";
import type { UnfiredHooks } from "./agent.ts";
import type { Emit } from "./agent-event.ts";
import type { CurrentTurn } from "./current-turn.ts";
import { readEffects, reportEffects } from "./report-effects.ts";
import type { ReviewSettings } from "./review-settings.ts";
import { warning } from "./warning.ts";

export interface ConfigChangesOptions {
  readonly hooks: () => UnfiredHooks;
  readonly dispatch: Dispatcher["dispatch"];
  readonly turn: Pick<CurrentTurn, "stop" | "endSession">;
  readonly permissions: Pick<Permissions, "mode" | "bypassDisabledBy">;
  readonly profile: Profile;
  readonly emit: Emit;
  readonly clock: Clock;
  /** Where changes wait for a review: the user's answer. Default: they stay as they are, and the user sees why. */
  readonly review?: ReviewSettings | undefined;
}

interface DecideOptions extends ConfigChangesOptions {
  /** Aborted when the session ends. */
  readonly ended: AbortSignal;
  /** The user made the change in this session, and knows of it. */
  readonly byUser?: boolean;
}

/** Settings that change during a session (C7, E13). */
export interface ConfigChanges {
  /** Starts watching, once; changes made before that are found too. */
  start(): void;
  /**
   * Does something that writes settings files. Of the change that is found then, the files that `accept` names apply
   * without ConfigChange: no one else changed them.
   */
  own<Result>(
    write: () => Promise<Result>,
    accept: (change: PendingChange) => Promise<readonly string[]>,
  ): Promise<Result>;
  /** Waits until the changes seen so far are decided. */
  decided(): Promise<void>;
  /**
   * C7: writes settings files for the user, in a menu of this session. ConfigChange is fired for them, then they apply
   * at once, without a review. Resolves with the files that apply: a hook can refuse one. Rejects, and writes nothing,
   * if one of them has other changes that are not applied: those need their own review.
   */
  changeFromMenu(files: readonly string[], write: () => Promise<void>): Promise<readonly string[]>;
  stop(): Promise<void>;
}

/** The first calls of a session do not wait for the watch to be set up; what changes until then is found when it is. */
const watchAfterMs = 500;

/** The one source that cannot be refused (E13). */
const policy = "policy_settings";

export function configChanges(options: ConfigChangesOptions): ConfigChanges {
  const { hooks, emit, clock } = options;
  const handled = new Set<string>();
  const ended = new AbortController();
  const deciding = { ...options, ended: ended.signal };
  let queue = Promise.resolve();
  let watch: Promise<() => Promise<void>> | undefined;
  let cancel: (() => void) | undefined;
  const problem = (error: unknown) =>
    emit(warning(`changed settings could not be applied: ${String(error)}`));
  const look = () => {
    queue = queue
      .then(async () => {
        const change = await hooks().config.checkForChanges();
        if (change) await decide(deciding, change, handled);
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
    own(write, accept) {
      const written = queue.then(write);
      queue = written
        .then(async () => {
          const change = await hooks().config.checkForChanges();
          if (!change) return;
          const accepted = await accept(change);
          if (accepted.length > 0) await change.only(accepted).apply({ reviewed: accepted });
          // Each change is found once, so others have to be decided here.
          const others = change.files
            .map(({ file }) => file)
            .filter((file) => !accepted.includes(file));
          await decide(deciding, change.only(others), handled);
        })
        .catch(problem);
      return written;
    },
    decided: () => queue,
    changeFromMenu(files, write) {
      const change = queue.then(() => changeFromMenu(deciding, handled, { files, write }));
      queue = change.then(
        () => {},
        () => {},
      );
      return change;
    },
    async stop() {
      ended.abort();
      cancel?.();
      await (await watch?.catch(() => undefined))?.();
      await queue;
    },
  };
}

interface MenuChange {
  readonly files: readonly string[];
  readonly write: () => Promise<void>;
}

async function changeFromMenu(
  options: DecideOptions,
  handled: Set<string>,
  { files, write }: MenuChange,
): Promise<readonly string[]> {
  const { config } = options.hooks();
  const changed = (change: PendingChange | undefined) =>
    change?.files.map(({ file }) => file) ?? [];
  const earlier = await config.checkForChanges();
  if (earlier) await decide(options, earlier, handled);
  const open = changed(config.unapplied()).find((file) => files.includes(file));
  if (open !== undefined)
    throw new Error(
      `nothing was written: ${open} has changed on disk, and the change is not applied in this session; review it first`,
    );
  await write();
  const change = await config.checkForChanges();
  if (!change) return files;
  const others = changed(change).filter((file) => !files.includes(file));
  if (others.length > 0) await decide(options, change.only(others), handled);
  const applied = await decide({ ...options, byUser: true }, change.only(files), handled);
  // A file that is as it was applies.
  return files.filter((file) => !changed(change).includes(file) || applied.includes(file));
}

/** Fires ConfigChange for each file with the hooks in force, then applies what may be applied. */
async function decide(
  options: DecideOptions,
  change: PendingChange,
  handled: Set<string>,
): Promise<readonly string[]> {
  const applied: string[] = [];
  const reviewed: string[] = [];
  let asked = false;
  for (const changed of change.files) {
    const key = await stateOf(changed.file);
    if (handled.has(key) && !options.byUser) continue;
    handled.add(key);
    const answer = await isApplied(options, changed, problemIn(change, changed));
    if (answer.applies) applied.push(changed.file);
    if (answer.reviewed) reviewed.push(changed.file);
    asked ||= answer.asked === true;
  }
  if (applied.length === 0) return applied;
  const before = await readEffects(options.hooks());
  await apply(options, change.only(applied), reviewed);
  if (asked) await options.review?.applied();
  // Not before the review: what the user trusts in it is in effect.
  reportEffects(before, await readEffects(options.hooks()), options);
  return applied;
}

async function apply(
  { emit, turn, permissions }: DecideOptions,
  change: PendingChange,
  reviewed: readonly string[],
): Promise<void> {
  const mode = permissions.mode();
  await change.apply({ reviewed });
  const forbidding = permissions.bypassDisabledBy();
  if (mode !== "bypassPermissions" || forbidding === undefined) return;
  const text = `${bypassDisabled(forbidding)}, so the session ends`;
  emit(warning(text));
  turn.endSession({ reason: "bypass_permissions_disabled", text });
}

/** T1: a change that ConfigChange let through counts as reviewed. */
interface Decision {
  readonly applies: boolean;
  readonly reviewed: boolean;
  /** The user let it through. */
  readonly asked?: true;
}

/** Why a changed file cannot be used, if it cannot: there is nothing in it to apply. */
function problemIn({ next }: PendingChange, { file }: ChangedFile): string | undefined {
  const state = next.files.find((one) => one.file === file)?.state;
  if (state !== "kept" && state !== "invalid" && state !== "unreadable") return undefined;
  const found = next.diagnostics.findLast(({ place }) => place.file === file);
  return found && `${file}:${found.place.line}: ${found.message}; ${found.advice}`;
}

async function isApplied(
  options: DecideOptions,
  changed: ChangedFile,
  problem: string | undefined,
): Promise<Decision> {
  const { emit } = options;
  const { source, file } = changed;
  const allowed = source === undefined || (await isAllowed(options, source, file));
  const reviewed = allowed && source !== undefined;
  if (source === policy && !allowed) return { applies: true, reviewed };
  if (!allowed) return { applies: false, reviewed };
  if (problem !== undefined && source !== policy) {
    emit(warning(problem));
    return { applies: true, reviewed: false };
  }
  // A file that could not be read, or a change that was not applied, and is undone: its content was in use all the time.
  if (changed.before === changed.after) {
    const text = `${file}: it has the content that is in use again`;
    emit({ type: "notice", level: "info", text });
    return { applies: true, reviewed };
  }
  return options.byUser ? { applies: true, reviewed } : decideByUser(options, changed, reviewed);
}

/** C7: where the profile says so, the user reviews the change. */
async function decideByUser(
  { profile, emit, review, ended }: DecideOptions,
  changed: ChangedFile,
  reviewed: boolean,
): Promise<Decision> {
  const { source, file } = changed;
  const isAsked = source !== policy && profile.changedSettings !== "apply";
  if (!isAsked || (review && (await review.isApplied(changed, ended)))) {
    emit(warning(`${file}: changed, and the change applies from now on`));
    return isAsked ? { applies: true, reviewed: true, asked: true } : { applies: true, reviewed };
  }
  const why = review
    ? "the change is not applied, as you chose; the settings from before stay in force"
    : "the change is not applied, because it cannot be reviewed in this session; the hooks from the start of the session stay in force";
  emit(warning(`${file}: ${why}`));
  return { applies: false, reviewed: false };
}

/** E13: hooks may refuse the change; a stop refuses it too and ends the turn that is running (G10). */
async function isAllowed(
  { dispatch, turn, emit }: DecideOptions,
  source: string,
  file: string,
): Promise<boolean> {
  const step = await dispatch("ConfigChange", { source, file_path: file });
  const anyway = source === policy ? ", but policy settings always apply" : "";
  switch (step.do) {
    case "proceed":
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
