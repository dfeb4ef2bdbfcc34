/** Files and folders of a project, ready to be searched by name with every key. */
export interface FileIndex {
  /** The best matches, at most `most`. Folders end with a slash. */
  search(query: string, most: number): readonly string[];
}

interface Indexed {
  readonly path: string;
  readonly low: string;
  /** Where the last part of the path begins. */
  readonly name: number;
}

/** Better matches have lower numbers; undefined: no match. */
function rankOf({ low, name }: Indexed, query: string): number | undefined {
  if (low.startsWith(query, name)) return low.length - name === query.length ? 0 : 1;
  const at = low.indexOf(query);
  if (at === 0) return 2;
  if (at > 0) return low.includes(query, name) ? 3 : 4;
  return hasInOrder(low, query) ? 5 : undefined;
}

const ranks = 6;

/** Whether all characters occur, in this order: `itl` finds `input-text-line.ts`. */
function hasInOrder(text: string, query: string): boolean {
  let at = 0;
  for (const character of query) {
    at = text.indexOf(character, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** Short paths first, so a search can stop collecting at its limit. */
export function createFileIndex(files: readonly string[]): FileIndex {
  const entries = [...files, ...foldersOf(files)]
    .map((path) => ({ path, low: path.toLowerCase(), name: nameStart(path) }))
    .sort((one, other) => one.path.length - other.path.length || (one.path < other.path ? -1 : 1));
  return {
    search(query, most) {
      const wanted = query.toLowerCase();
      const found: string[][] = Array.from({ length: ranks }, () => []);
      for (const entry of entries) {
        const rank = rankOf(entry, wanted);
        const same = rank === undefined ? undefined : found[rank];
        if (same && same.length < most) same.push(entry.path);
      }
      return found.flat().slice(0, most);
    },
  };
}

function foldersOf(files: readonly string[]): readonly string[] {
  const folders = new Set<string>();
  for (const file of files)
    for (let end = file.lastIndexOf("/"); end > 0; end = file.lastIndexOf("/", end - 1)) {
      const folder = file.slice(0, end + 1);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  return [...folders];
}

const nameStart = (path: string): number =>
  path.lastIndexOf("/", path.endsWith("/") ? path.length - 2 : path.length - 1) + 1;
