import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** A file below a folder. */
interface FoundFile {
  readonly path: string;
  /** The path relative to the folder. */
  readonly relative: string;
  readonly isLink: boolean;
}

/** Not searched: they do not contain sources of the project. */
export const skippedFolders: readonly string[] = [".git", ".hg", ".svn", "node_modules"];

/**
 * All files below a folder, in the order of their names. Links are listed but not followed, so there can be
 * no loop. Folders that cannot be read are skipped.
 */
export async function* walkFiles(
  folder: string,
  signal: AbortSignal,
  relative = "",
): AsyncGenerator<FoundFile> {
  signal.throwIfAborted();
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    const below = relative === "" ? entry.name : `${relative}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!skippedFolders.includes(entry.name)) yield* walkFiles(path, signal, below);
    } else if (entry.isFile() || entry.isSymbolicLink()) {
      yield { path, relative: below, isLink: entry.isSymbolicLink() };
    }
  }
}
