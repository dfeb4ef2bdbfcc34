import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/** The protected files at one moment: what each contains, and whether it can be executed; by path. */
export type GuardStates = ReadonlyMap<string, string>;

/** What is protected: single files, which may be missing, and folders with all files in them. */
export interface GuardedPaths {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/** Folders with more files are compared only up to here. */
const maxFiles = 2000;
/** Larger files are compared by their size and time of change. */
const maxBytes = 4 * 1024 * 1024;

/** Contents by identity of the file, so that a file is read again only after a change. */
const contents = new Map<string, string>();
const maxContents = 10_000;

/** Reads the state of all protected files (T5). */
export async function guardStates({ files, folders }: GuardedPaths): Promise<GuardStates> {
  const listed = await Promise.all(folders.map(filesIn));
  const paths = [...new Set([...files, ...listed.flat()])];
  const around = [...new Set(paths.map((path) => dirname(path)))];
  const states = await Promise.all([
    ...paths.map(async (path) => [path, await stateOf(path)] as const),
    ...around.map(async (path) => [folderKey(path), await folderState(path)] as const),
  ]);
  return new Map(states.filter(([, state]) => state !== missing));
}

/** Whether a folder can be read and searched decides about the files in it. */
const folderKey = (path: string): string => `${path}/`;
const folderState = (path: string): Promise<string> =>
  stat(path).then(
    ({ mode }) => `folder ${mode}`,
    () => missing,
  );

/** The paths that were added, removed or changed. */
export function changedGuards(before: GuardStates, after: GuardStates): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  const isNewFolder = (path: string) => path.endsWith("/") && !before.has(path);
  return [...paths].filter(
    (path) => before.get(path) !== after.get(path) && !isNewFolder(path) && !isGone(path, after),
  );
}

/** The digest of the content in a file's state; undefined if the content was not read. */
export const digestIn = (state: string | undefined): string | undefined =>
  state?.match(/^\d+ ([0-9a-f]{64})$/)?.[1];

/** A folder that is gone: the files in it are named. */
const isGone = (path: string, after: GuardStates): boolean =>
  path.endsWith("/") && !after.has(path);

const missing = "missing";

async function filesIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory())
      .slice(0, maxFiles)
      .map(({ parentPath, name }) => join(parentPath, name));
  } catch {
    return [];
  }
}

async function stateOf(path: string): Promise<string> {
  try {
    const stats = await stat(path, { bigint: true });
    const { dev, ino, ctimeNs, size, mode } = stats;
    const identity = [dev, ino, ctimeNs, size, mode].join(":");
    if (!stats.isFile() || size > maxBytes) return stats.isFile() ? identity : `not a file ${mode}`;
    const known = contents.get(identity);
    if (known !== undefined) return known;
    const hash = createHash("sha256").update(await readFile(path));
    const state = `${mode} ${hash.digest("hex")}`;
    if (contents.size > maxContents) contents.clear();
    contents.set(identity, state);
    return state;
  } catch {
    return missing;
  }
}

/** The files of the trust store. */
export const trustPaths = (trustStore: string): GuardedPaths => ({
  files: [trustStore, join(dirname(trustStore), "toggles.json")],
  folders: [join(dirname(trustStore), "trusted-scripts")],
});
