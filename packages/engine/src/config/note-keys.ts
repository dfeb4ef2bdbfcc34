/** Keys that real configurations carry as notes (C9). */
export const noteKeys: ReadonlySet<string> = new Set([
  "description",
  "id",
  "name",
  "comment",
  "note",
  "notes",
  "title",
  "version",
  "author",
  "tags",
]);

/** Whether a key is a note for people, so it is not reported. */
export const isNote = (key: string): boolean => noteKeys.has(key) || /^(?:[_$#]|\/\/)/.test(key);
