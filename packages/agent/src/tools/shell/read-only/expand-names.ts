import { readdirSync } from "node:fs";
import { anyName } from "./value-marks.ts";

interface FolderEntry {
  readonly name: string;
  readonly isLink: boolean;
  readonly isFolder: boolean;
}

/** Reads the names in folders, up to a number of names in all. */
export interface NameReader {
  namesIn(folder: string): readonly FolderEntry[];
  /** There were more names than may be looked at, so something may have been missed. */
  isExhausted(): boolean;
}

export function createNameReader(maxNames: number): NameReader {
  let left = maxNames;
  return {
    isExhausted: () => left < 0,
    namesIn(folder) {
      if (left < 0) return [];
      try {
        const entries = readdirSync(folder, { withFileTypes: true });
        left -= entries.length;
        return entries.map((entry) => ({
          name: entry.name,
          isLink: entry.isSymbolicLink(),
          isFolder: entry.isDirectory(),
        }));
      } catch {
        return [];
      }
    },
  };
}

/**
 * The paths that an absolute path with wildcards may become. A path is not followed further once `isEnd` is true for
 * it.
 */
export function expandNames(
  path: string,
  reader: NameReader,
  isEnd: (path: string) => boolean = () => false,
): readonly string[] {
  const ended: string[] = [];
  let found = ["/"];
  for (const part of path.split("/").filter((name) => name !== "" && name !== ".")) {
    ended.push(...found.filter(isEnd));
    found = found
      .filter((folder) => !isEnd(folder))
      .flatMap((folder) => {
        const start = folder === "/" ? "" : folder;
        if (!part.includes(anyName)) return [`${start}/${part}`];
        const names = reader.namesIn(folder).filter(({ name }) => hasShape(name, part));
        return names.map(({ name }) => `${start}/${name}`);
      });
  }
  return [...ended, ...found];
}

/** Whether a name fits a part of a path with wildcards. */
function hasShape(name: string, part: string): boolean {
  const pieces = part.split(anyName);
  const [first = "", ...others] = pieces;
  if (others.length === 0) return name === first;
  const last = others.pop() ?? "";
  if (!name.startsWith(first) || !name.slice(first.length).endsWith(last)) return false;
  let at = first.length;
  for (const piece of others) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= name.length - last.length;
}
