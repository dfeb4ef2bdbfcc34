import {
  changedGuards,
  type GuardedPaths,
  type GuardStates,
  guardStates,
  trustPaths,
} from "./guard-states.ts";

/** What changed around one command. */
interface GuardChanges {
  /** While it ran, without the user's agreement. */
  readonly during: readonly string[];
  /** While it ran, and the user agreed to it. */
  readonly agreed: readonly string[];
  /** Between the command before and this one, and no other tool ran meanwhile. */
  readonly before: readonly string[];
}

/** Compares the protected files with their state before a command (T5). */
export interface GuardWatch {
  /**
   * Called before a command; the returned function is called after it. `agreed`: the user agreed to changes,
   * except of the trust store.
   */
  begin(agreed: boolean): Promise<() => Promise<GuardChanges>>;
  /** Another tool ran: what has changed since the last command may be its work. */
  forget(): void;
}

interface GuardWatchOptions {
  /** Settings files, scripts of hooks, and folders with front matter. */
  guarded(): Promise<GuardedPaths>;
  readonly trustStore: string;
}

export function guardWatch({ guarded, trustStore }: GuardWatchOptions): GuardWatch {
  let last: GuardStates | undefined;
  const trust = trustPaths(trustStore);
  /** Every file that was protected in this session: a changed hook no longer names the files it loads. */
  const known = new Set(trust.files);
  const look = async () => {
    const { files, folders } = await guarded();
    for (const file of files) known.add(file);
    return guardStates({
      files: [...known],
      folders: [...folders, ...trust.folders],
    });
  };
  const isTrust = (path: string) =>
    trust.files.includes(path) || trust.folders.some((folder) => path.startsWith(`${folder}/`));
  return {
    async begin(agreed) {
      const start = await look();
      const atStart = new Set(known);
      const before = last === undefined ? [] : changedGuards(last, start);
      return async () => {
        const end = await look();
        // The state before of a file that is protected only from now on is not known.
        const changed = changedGuards(start, end).filter(
          (path) => !known.has(path) || atStart.has(path),
        );
        last = end;
        if (!agreed) return { during: changed, agreed: [], before };
        const { true: during = [], false: others = [] } = Object.groupBy(changed, (path) =>
          isTrust(path) ? "true" : "false",
        );
        return { during, agreed: others, before };
      };
    },
    forget() {
      last = undefined;
    },
  };
}
