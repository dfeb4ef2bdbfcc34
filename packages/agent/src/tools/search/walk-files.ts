import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as pause } from "node:timers/promises";
import { ToolFailure } from "../tool.ts";
import { type GitIgnore, gitIgnoreOf } from "./git-ignore.ts";
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

/** Made by the system: without end, and reading some of their files blocks or changes something. */
export const systemFolders: readonly string[] = ["/dev", "/proc", "/sys"];

/** More files than this are not listed: their names alone would fill the memory. */
const maxFiles = 500_000;

/** After this many folders, everything else gets its turn. */
const batch = 50;

interface WalkOptions {
  readonly signal: AbortSignal;
  /** Also the files that .gitignore excludes. */
  readonly ignored: boolean;
  /** More files are an error. */
  readonly most?: number;
}

/**
 * The files below a folder, in the order of their names. Links are listed but not followed, so there can be
 * no loop. Folders that cannot be read, and those that the system makes, are skipped.
 */
export async function walkFiles(
  folder: string,
  { signal, ignored, most = maxFiles }: WalkOptions,
): Promise<readonly FoundFile[]> {
  const found: FoundFile[] = [];
  let folders = 0;
  const visit = async (entry: Dirent, { path: parent, relative: above, rules }: Folder) => {
    const [path, relative] = [join(parent, entry.name), `${above}${entry.name}`];
    const isFolder = entry.isDirectory();
    if (isFolder && (skippedFolders.includes(entry.name) || systemFolders.includes(path))) return;
    if (rules?.excludes(path, isFolder)) return;
    if (isFolder) await walk({ path, relative: `${relative}/`, rules });
    const isLink = entry.isSymbolicLink();
    if (isLink || entry.isFile()) found.push({ path, relative, isLink });
    if (found.length > most)
      throw new ToolFailure(
        `There are more than ${most.toLocaleString("en")} files below ${folder}. Search a narrower path.`,
      );
  };
  const walk = async ({ path, relative, rules }: Folder): Promise<void> => {
    folders += 1;
    if (folders % batch === 0) await pause();
    signal.throwIfAborted();
    const entries = entriesOf(path);
    const hasRules = entries.some(({ name }) => name === ".gitignore");
    const inside = { path, relative, rules: rules?.below(path, hasRules) };
    for (const entry of entries) await visit(entry, inside);
  };
  await walk({ path: folder, relative: "", rules: ignored ? undefined : gitIgnoreOf(folder) });
  return found;
}

interface Folder {
  readonly path: string;
  /** Its path relative to the first folder, with a slash at the end. */
  readonly relative: string;
  readonly rules: GitIgnore | undefined;
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    const entries = readdirSync(nameOnDisk(folder), { withFileTypes: true });
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    return [];
  }
}
