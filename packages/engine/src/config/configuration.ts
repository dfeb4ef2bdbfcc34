import type { Profile } from "@snaphook/protocol";
import type { Snapshot } from "../stages/snapshot.ts";
import { keepLastGood } from "./keep-last-good.ts";
import { buildSnapshot, type ReadSources, readSources } from "./load-snapshot.ts";
import {
  type ChangedFile,
  changedFiles,
  hooksMissingFrom,
  type PendingChange,
  withFiles,
} from "./pending-change.ts";
import type { ResolvedSources } from "./sources.ts";

/** The applied settings, and how the files on disk differ from them. */
export interface Configuration {
  readonly profile: Profile;
  /** The applied settings; the same object until a change is applied. */
  current(): Snapshot;
  /**
   * Reads the files again and returns what has changed since the last check.
   * Each change is returned once, whether it is then applied or not.
   */
  check(): Promise<PendingChange | undefined>;
  /** All changes found by the last check that are not applied. */
  pending(): PendingChange | undefined;
}

/** Called before a change is applied; the returned function is called at the moment it is. */
export type PrepareChange = (next: Snapshot, reviewed: readonly string[]) => Promise<() => void>;

export async function loadConfiguration(
  sources: ResolvedSources,
  profile: Profile,
  prepare: PrepareChange = async () => () => undefined,
): Promise<Configuration> {
  let applied = await readSources(sources, profile);
  let snapshot = buildSnapshot(applied, sources);
  let seen = applied;
  let last: Promise<unknown> = Promise.resolve();

  /** Runs steps one at a time: an older check that ends last would undo what a newer one saw. */
  function oneAtATime<Result>(step: () => Promise<Result>): Promise<Result> {
    const result = last.then(step);
    last = result.catch(() => undefined);
    return result;
  }

  async function look(): Promise<PendingChange | undefined> {
    const read = await readSources(sources, profile);
    const before = seen;
    seen = keepLastGood(read, applied);
    return changeOf(seen, changedFiles(before, seen, applied));
  }

  function changeOf(now: ReadSources, files: readonly ChangedFile[]): PendingChange | undefined {
    return files.length === 0 ? undefined : pendingChange(now, files);
  }

  /** Compares with the settings applied at that moment: another change may be applied before this one. */
  function pendingChange(now: ReadSources, files: readonly ChangedFile[]): PendingChange {
    let made: { readonly from: ReadSources; readonly to: ReadSources; readonly next: Snapshot };
    const make = () => {
      if (made?.from !== applied) {
        const to = withFiles(applied, now, files);
        made = { from: applied, to, next: buildSnapshot(to, sources) };
      }
      return made;
    };
    return {
      files,
      get added() {
        return hooksMissingFrom(snapshot, make().next);
      },
      get removed() {
        return hooksMissingFrom(make().next, snapshot);
      },
      get next() {
        return make().next;
      },
      only: (names) =>
        pendingChange(
          now,
          files.filter(({ file }) => names.includes(file)),
        ),
      apply: ({ reviewed = [] } = {}) =>
        oneAtATime(async () => {
          const { to, next } = make();
          const takeEffect = await prepare(next, reviewed);
          applied = to;
          snapshot = next;
          takeEffect();
        }),
    };
  }

  return {
    profile,
    current: () => snapshot,
    check: () => oneAtATime(look),
    pending: () => changeOf(seen, changedFiles(applied, seen)),
  };
}
