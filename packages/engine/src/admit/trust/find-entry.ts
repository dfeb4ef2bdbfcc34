import type { TrustEntry, TrustFile } from "./trust-entry.ts";
import type { TrustSubject } from "./trust-subject.ts";

export type TrustEntries = TrustFile["hooks"];

/** An entry and the id under which it was trusted. */
export interface FoundEntry {
  readonly id: string;
  readonly entry: TrustEntry;
}

/** The entry with the hook's own id, in the same root: a definition copied elsewhere has none there. */
export function ownEntry(
  entries: TrustEntries,
  { id, root }: TrustSubject,
): FoundEntry | undefined {
  const entry = Object.hasOwn(entries, id) ? entries[id] : undefined;
  return entry?.root === root ? { id, entry } : undefined;
}

/**
 * The entry a hook was edited from: of the same root, scope and event, no longer in force itself, and
 * alike in its place, else in a script file, else in its command.
 */
export function predecessor(search: {
  readonly entries: TrustEntries;
  readonly subject: TrustSubject;
  /** Where the hook's script files stand, or would. */
  readonly paths: readonly string[];
  readonly present: ReadonlySet<string>;
}): FoundEntry | undefined {
  const { entries, subject, paths, present } = search;
  const { root, scope, event, place, handler } = subject;
  const candidates = Object.entries(entries)
    .map(([id, entry]) => ({ id, entry }))
    .filter(
      ({ id, entry }) =>
        !present.has(id) && entry.root === root && entry.scope === scope && entry.event === event,
    );
  const command = handler["command"];
  return (
    candidates.find(({ entry }) => entry.place === place) ??
    candidates.find(({ entry }) => entry.files.some((file) => paths.includes(file.path))) ??
    candidates.find(({ entry }) => command !== undefined && entry.handler["command"] === command)
  );
}
