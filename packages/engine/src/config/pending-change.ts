import type { ConfiguredHook, Scope, Snapshot } from "../stages/snapshot.ts";
import { loadOnce, type ReadSources } from "./load-snapshot.ts";
import type { ReadSource } from "./read-settings.ts";

/** E13: what a changed file is called in ConfigChange. */
const changeSources: Readonly<Partial<Record<Scope, string>>> = {
  managed: "policy_settings",
  user: "user_settings",
  project: "project_settings",
  local: "local_settings",
  skill: "skills",
  command: "skills",
  agent: "skills",
};

/** A file that has changed. */
export interface ChangedFile {
  /** `source` of ConfigChange; `undefined` if ConfigChange has no name for this file. */
  readonly source: string | undefined;
  readonly file: string;
  /** What was applied, and what the file says now; `undefined`: nothing that can be read. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/**
 * A change on disk that is not applied yet (C7). The host fires ConfigChange for
 * each file with the old hooks, and then applies the change for all, some or none
 * of the files.
 */
export interface PendingChange {
  readonly files: readonly ChangedFile[];
  readonly added: readonly ConfiguredHook[];
  readonly removed: readonly ConfiguredHook[];
  /** The settings after the change: the applied ones, with these files as on disk. */
  readonly next: Snapshot;
  /** The part of the change that concerns these files. */
  only(files: readonly string[]): PendingChange;
  /** Applies the change; changes of other files stay pending. */
  apply(options?: ApplyOptions): Promise<void>;
}

interface ApplyOptions {
  /**
   * T1: the files whose change was reviewed, by the user or by ConfigChange hooks that let it through. A trusted hook
   * that another file no longer has refuses where it applied.
   */
  readonly reviewed?: readonly string[];
}

/** Tells sources apart: one file can be reached as the user's and as the project's. */
export const keyOf = ({ file, origin }: ReadSource): string =>
  `${file.scope} ${origin.needsTrust} ${file.file}`;

/** The files that were changed, added or removed. What was applied may be older than what they were compared with. */
export function changedFiles(
  before: ReadSources,
  now: ReadSources,
  applied: ReadSources = before,
): readonly ChangedFile[] {
  const byKey = (sources: ReadSources) =>
    new Map(loadOnce(sources).map((source) => [keyOf(source), source]));
  const old = byKey(before);
  const current = byKey(now);
  const inForce = byKey(applied);
  return [...new Map([...old, ...current])].flatMap(([key, { file }]) => {
    const [before, after] = [old.get(key)?.text, current.get(key)?.text];
    if (before === after) return [];
    const { text, lastGood } = inForce.get(key) ?? {};
    const used = lastGood?.text ?? text;
    return [{ source: changeSources[file.scope], file: file.file, before: used, after }];
  });
}

/** The applied sources, with some of the changed files as they are now. */
export function withFiles(
  applied: ReadSources,
  now: ReadSources,
  wanted: readonly ChangedFile[],
): ReadSources {
  const left = new Set(changedFiles(applied, now).map(({ file }) => file));
  for (const { file } of wanted) left.delete(file);
  const old = new Map(applied.map((source) => [keyOf(source), source]));
  const found = new Set(now.map(keyOf));
  const merged = now.flatMap((source) =>
    left.has(source.file.file) ? (old.get(keyOf(source)) ?? []) : source,
  );
  // A file that is deleted but stays applied keeps its position.
  for (const [index, source] of applied.entries()) {
    if (found.has(keyOf(source)) || !left.has(source.file.file)) continue;
    const before = applied[index - 1];
    const at = before ? merged.findIndex((other) => keyOf(other) === keyOf(before)) : -1;
    merged.splice(at + 1, 0, source);
  }
  return merged;
}

/** The hooks of one snapshot that another does not have. */
export function hooksMissingFrom(other: Snapshot, { hooks }: Snapshot): readonly ConfiguredHook[] {
  const ids = new Set(other.hooks.map(({ id }) => id));
  return hooks.filter(({ id }) => !ids.has(id));
}
