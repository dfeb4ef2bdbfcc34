import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as pause } from "node:timers/promises";
import { nameOnDisk } from "./odd-names.ts";

/** A file below a folder. */
interface FoundFile {
  readonly path: string;
  /** The path relative to the folder. */
  readonly relative: string;
  readonly isLink: boolean;
}

/** Not searched: they do not contain sources of the project. */
export const skippedFolders: readonly string[] = [".git", ".hg", ".svn", "node_modules"];

/** After this many folders, everything else gets its turn. */
const batch = 50;

/**
 * All files below a folder, in the order of their names. Links are listed but not followed, so there can be
 * no loop. Folders that cannot be read are skipped.
 */
export async function walkFiles(
  folder: string,
  signal: AbortSignal,
): Promise<readonly FoundFile[]> {
  const found: FoundFile[] = [];
  let folders = 0;
  const visit = async (entry: Dirent, parent: string, above: string): Promise<void> => {
    const [path, relative] = [join(parent, entry.name), `${above}${entry.name}`];
    if (entry.isDirectory() && !skippedFolders.includes(entry.name))
      await walk(path, `${relative}/`);
    const isLink = entry.isSymbolicLink();
    if (isLink || entry.isFile()) found.push({ path, relative, isLink });
  };
  const walk = async (path: string, above: string): Promise<void> => {
    folders += 1;
    if (folders % batch === 0) await pause();
    signal.throwIfAborted();
    for (const entry of entriesOf(path)) await visit(entry, path, above);
  };
  await walk(folder, "");
  return found;
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    const entries = readdirSync(nameOnDisk(folder), { withFileTypes: true });
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    return [];
  }
}
