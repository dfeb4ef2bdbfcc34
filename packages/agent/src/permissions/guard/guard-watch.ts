import { isOwnWrite, ownWritesNow } from "@snaphook/engine/internal";
import {
  changedGuards,
  digestIn,
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
  /** Between the command before and this one, when no other tool ran meanwhile; without the data of hooks. */
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
  /** Of these, data that hooks may write while they run, such as a log. */
  hookData(): Promise<readonly string[]> | readonly string[];
  readonly trustStore: string;
}

export function guardWatch({ guarded, hookData, trustStore }: GuardWatchOptions): GuardWatch {
  let last: Look | undefined;
  const trust = trustPaths(trustStore);
  /** Every file that was protected in this session: a changed hook no longer names the files it loads. */
  const known = new Set(trust.files);
  const look = async (): Promise<Look> => {
    const at = ownWritesNow();
    const { files, folders } = await guarded();
    for (const file of files) known.add(file);
    const states = await guardStates({
      files: [...known],
      folders: [...folders, ...trust.folders],
    });
    return { states, at };
  };
  const isTrust = (path: string) =>
    trust.files.includes(path) || trust.folders.some((folder) => path.startsWith(`${folder}/`));
  return {
    async begin(agreed) {
      const start = await look();
      const atStart = new Set(known);
      const data = last === undefined ? [] : await hookData();
      const before = (last === undefined ? [] : changedBetween(last, start)).filter(
        (path) => !data.includes(path),
      );
      return async () => {
        const end = await look();
        // The state before of a file that is protected only from now on is not known.
        const changed = changedBetween(start, end).filter(
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

/** The protected files at one moment. */
interface Look {
  readonly states: GuardStates;
  /** What this process had written itself until then. */
  readonly at: number;
}

/** What changed, without what this process wrote itself: a rule that the user chose, or what they trust. */
const changedBetween = (before: Look, after: Look): readonly string[] =>
  changedGuards(before.states, after.states).filter((path) => {
    const digest = digestIn(after.states.get(path));
    return digest === undefined || !isOwnWrite(path, digest, before.at);
  });
