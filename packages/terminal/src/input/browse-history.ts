/** Earlier inputs, oldest first, and the place of the user in them. */
export interface History {
  readonly entries: readonly string[];
  /** The entry that is in the line; undefined: the user's new text. */
  readonly at: number | undefined;
  /** The new text, while an entry is shown. */
  readonly draft: string;
}

export const historyOf = (entries: readonly string[]): History => ({
  entries,
  at: undefined,
  draft: "",
});

interface Step {
  readonly history: History;
  readonly text: string;
}

/** The entry before; entries that are already in the line are skipped. Undefined: there is none. */
export function olderEntry(history: History, text: string): Step | undefined {
  const { entries, at = entries.length } = history;
  for (let index = at - 1; index >= 0; index--) {
    const entry = entries[index];
    if (entry === undefined || entry === text) continue;
    const draft = history.at === undefined ? text : history.draft;
    return { history: { entries, at: index, draft }, text: entry };
  }
  return undefined;
}

/** The entry after, and at last the user's new text. */
export function newerEntry(history: History, text: string): Step | undefined {
  const { entries, at, draft } = history;
  if (at === undefined) return undefined;
  for (let index = at + 1; index < entries.length; index++) {
    const entry = entries[index];
    if (entry !== undefined && entry !== text)
      return { history: { entries, at: index, draft }, text: entry };
  }
  return { history: historyOf(entries), text: draft };
}

/** The newest entry before a place that contains a text. */
export function findEntry(
  { entries }: History,
  wanted: string,
  before: number = entries.length,
): { readonly at: number; readonly text: string } | undefined {
  const low = wanted.toLowerCase();
  for (let index = before - 1; index >= 0; index--) {
    const text = entries[index];
    if (text?.toLowerCase().includes(low)) return { at: index, text };
  }
  return undefined;
}

/** Long texts would make the file large, and few entries are ever looked at. */
export const historyLimits = { entries: 500, length: 20_000 } as const;

/** Adds an input. One that was the newest already is not repeated. */
export function addEntry(entries: readonly string[], text: string): readonly string[] {
  if (text.trim() === "" || text.length > historyLimits.length) return entries;
  if (entries.at(-1) === text) return entries;
  return [...entries, text].slice(-historyLimits.entries);
}
