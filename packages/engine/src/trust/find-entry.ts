import { isAlike } from "@snaphook/protocol";
import type { TrustEntry, TrustFile } from "./trust-entry.ts";
import type { KnownIds, TrustSubject } from "./trust-subject.ts";

export type TrustEntries = TrustFile["hooks"];

/** An entry and the id under which it was trusted. */
export interface FoundEntry {
  readonly id: string;
  readonly entry: TrustEntry;
}

/** The entry with the hook's id and root: a definition copied to another root has none. */
export function ownEntry(
  entries: TrustEntries,
  { id, root }: TrustSubject,
): FoundEntry | undefined {
  const entry = Object.hasOwn(entries, id) ? entries[id] : undefined;
  return entry?.root === root ? { id, entry } : undefined;
}

interface Search {
  readonly entries: TrustEntries;
  readonly subject: TrustSubject;
  readonly present: KnownIds;
}

/** The entries a hook may have been edited from: same root, scope and event, and no longer configured. */
export const candidates = ({ entries, subject, present }: Search): readonly FoundEntry[] =>
  Object.entries(entries)
    .map(([id, entry]) => ({ id, entry }))
    .filter(
      ({ id, entry }) =>
        !present.has(id) &&
        entry.root === subject.root &&
        entry.scope === subject.scope &&
        entry.event === subject.event,
    );

/** The entry a hook was edited from: a candidate with the same place, else a shared script file, else a similar command. */
export function predecessor(
  search: Search & {
    /** The paths of the hook's script files, existing or not. */
    readonly paths: readonly string[];
  },
): FoundEntry | undefined {
  const { subject, paths } = search;
  const found = candidates(search);
  return (
    found.find(({ entry }) => entry.place === subject.place) ??
    found.find(({ entry }) => entry.files.some((file) => paths.includes(file.path))) ??
    found.find(({ entry }) => isAlike(entry.handler, subject.handler))
  );
}
