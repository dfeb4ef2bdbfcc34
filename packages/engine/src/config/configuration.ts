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

/** What is configured: a frozen set in force, and what the disk says now. */
export interface Configuration {
  readonly profile: Profile;
  /** The set in force; the same object until a change is applied. */
  current(): Snapshot;
  /**
   * Looks at the disk again and answers with what has changed since the last
   * look: a change is announced once, whether it is then applied or left.
   */
  check(): Promise<PendingChange | undefined>;
  /** Everything the last look found that is not in force: nothing that was left is lost. */
  pending(): PendingChange | undefined;
}

/** Called before a changed set counts; the answer is called at the moment it does. */
type PrepareChange = (next: Snapshot) => Promise<() => void>;

export async function loadConfiguration(
  sources: ResolvedSources,
  profile: Profile,
  prepare: PrepareChange = async () => () => undefined,
): Promise<Configuration> {
  let inForce = await readSources(sources, profile);
  let snapshot = buildSnapshot(inForce);
  let seen = inForce;
  let last: Promise<unknown> = Promise.resolve();

  /** One after the other: an older look that ends last would undo what a newer one saw. */
  function inTurn<Result>(step: () => Promise<Result>): Promise<Result> {
    const result = last.then(step);
    last = result.catch(() => undefined);
    return result;
  }

  async function look(): Promise<PendingChange | undefined> {
    const read = await readSources(sources, profile);
    const before = seen;
    seen = keepLastGood(read, inForce);
    return changeOf(seen, changedFiles(before, seen));
  }

  function changeOf(now: ReadSources, files: readonly ChangedFile[]): PendingChange | undefined {
    return files.length === 0 ? undefined : pendingChange(now, files);
  }

  /** Answers from what is in force when it is asked: another change may be applied before this one. */
  function pendingChange(now: ReadSources, files: readonly ChangedFile[]): PendingChange {
    let made: { readonly from: ReadSources; readonly to: ReadSources; readonly next: Snapshot };
    const make = () => {
      if (made?.from !== inForce) {
        const to = withFiles(inForce, now, files);
        made = { from: inForce, to, next: buildSnapshot(to) };
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
      apply: () =>
        inTurn(async () => {
          const { to, next } = make();
          const takeEffect = await prepare(next);
          inForce = to;
          snapshot = next;
          takeEffect();
        }),
    };
  }

  return {
    profile,
    current: () => snapshot,
    check: () => inTurn(look),
    pending: () => changeOf(seen, changedFiles(inForce, seen)),
  };
}
