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
  agent: "skills",
};

/** A file that is not as it was. */
export interface ChangedFile {
  /** `source` of ConfigChange; `undefined`: a file that ConfigChange does not know. */
  readonly source: string | undefined;
  readonly file: string;
}

/**
 * A change on disk that is not in force yet (C7). The host fires ConfigChange
 * for each file with the old hooks and then applies the change, or leaves it,
 * or applies it for some of the files.
 */
export interface PendingChange {
  readonly files: readonly ChangedFile[];
  readonly added: readonly ConfiguredHook[];
  readonly removed: readonly ConfiguredHook[];
  /** The set as it would be: what is in force, with these files as they are on disk. */
  readonly next: Snapshot;
  /** The part of the change that is about some of its files. */
  only(files: readonly string[]): PendingChange;
  /** Puts the change in force; changes of other files stay as they are. */
  apply(): Promise<void>;
}

/** Tells sources apart: one file can be reached as the user's and as the project's. */
export const keyOf = ({ file, origin }: ReadSource): string =>
  `${file.scope} ${origin.needsTrust} ${file.file}`;

/** The files whose content differs, those that came and those that went. */
export function changedFiles(before: ReadSources, now: ReadSources): readonly ChangedFile[] {
  const byKey = (sources: ReadSources) =>
    new Map(loadOnce(sources).map((source) => [keyOf(source), source]));
  const old = byKey(before);
  const current = byKey(now);
  return [...new Map([...old, ...current])].flatMap(([key, { file }]) =>
    old.get(key)?.text === current.get(key)?.text
      ? []
      : [{ source: changeSources[file.scope], file: file.file }],
  );
}

/** What is in force, with some of the changed files as they are now. */
export function withFiles(
  inForce: ReadSources,
  now: ReadSources,
  wanted: readonly ChangedFile[],
): ReadSources {
  const left = new Set(changedFiles(inForce, now).map(({ file }) => file));
  for (const { file } of wanted) left.delete(file);
  const old = new Map(inForce.map((source) => [keyOf(source), source]));
  const found = new Set(now.map(keyOf));
  const merged = now.flatMap((source) =>
    left.has(source.file.file) ? (old.get(keyOf(source)) ?? []) : source,
  );
  // What is gone from the disk and stays in force stands where it stood.
  for (const [index, source] of inForce.entries()) {
    if (found.has(keyOf(source)) || !left.has(source.file.file)) continue;
    const before = inForce[index - 1];
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
