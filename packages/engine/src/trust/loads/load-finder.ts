import { type BigIntStats, lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import type { CommandWord } from "../command-words.ts";
import { identityOf, isStable } from "../file-identity.ts";
import { type LoadedPath, loadedPaths, pathsOfLoads } from "./loaded-paths.ts";
import { createModuleFinder } from "./python-files.ts";
import { loadsOfWords } from "./shell-loads.ts";

/** Bounds of the search: what a hook loads beyond them is not covered. */
export const loadLimits = { files: 200, bytesPerFile: 256 * 1024, bytes: 2 * 1024 * 1024 } as const;

/** No script imports more. */
const maxPathsPerFile = 5000;

/** What a hook starts with. */
interface LoadSearch {
  /** The paths that its command names. */
  readonly paths: readonly string[];
  readonly words: readonly CommandWord[];
  readonly root: string;
  /** The current directory of the next run, if it is another one than the project's. */
  readonly cwd?: string | undefined;
  readonly variables: ReadonlyMap<string, string>;
  /** Whether a file is examined for what it loads. */
  follows(path: string): boolean;
}

/**
 * The given paths, and those of all files that are loaded by a literal path, directly or not; `started` are programs
 * outside the folders of the hook's scripts. Never throws.
 */
export type FindLoads = (search: LoadSearch) => Promise<readonly LoadedPath[]>;

interface Scanned {
  readonly identity: string;
  readonly size: number;
  readonly paths: readonly LoadedPath[];
}

interface Step {
  readonly path: string;
  /** The program of which it is a part. */
  readonly top: string;
  /** Whether it is read for what it loads. */
  readonly examined: boolean;
  readonly isInput?: boolean;
  readonly relative?: string | undefined;
  readonly atCwd?: boolean | undefined;
}

/** T9: a file is read again only when its identity changed; otherwise it costs one stat. */
export function createLoadFinder({ now = Date.now } = {}): FindLoads {
  const seen = new Map<string, Scanned>();

  async function scan(
    { path, top, examined }: Step,
    search: LoadSearch,
  ): Promise<Scanned | undefined> {
    const stats = fileAt(path);
    if (!stats) return undefined;
    if (!examined) return { identity: "", size: 0, paths: [] };
    const key = [path, top, search.root, search.cwd].join("\n");
    const identity = identityOf(stats);
    const known = seen.get(key);
    if (known?.identity === identity) return known;
    const paths = await loadsIn(path, top, search);
    const scanned = { identity, size: Number(stats.size), paths };
    if (isStable(stats, now())) seen.set(key, scanned);
    return scanned;
  }

  return async (search) => {
    const { root, cwd, variables } = search;
    const command = join(root, "command");
    const place = { path: command, top: command, root, cwd, variables };
    const inline = await pathsOfLoads(loadsOfWords(search.words), place);
    const modules = createModuleFinder();
    const loads = [
      ...search.paths.map((path) => ({ path, atCwd: false })),
      ...inline.flatMap(({ path, atCwd }) => modules(path).map((one) => ({ path: one, atCwd }))),
    ];
    const start = loads.map((load) => ({ ...load, top: load.path, examined: true }));
    return follow(search, start, (step) => scan(step, search));
  };
}

type Scan = (step: Step) => Promise<Scanned | undefined>;

async function follow(
  search: LoadSearch,
  start: readonly Step[],
  scan: Scan,
): Promise<readonly LoadedPath[]> {
  const folders = hookFolders(search);
  const found = new Map<string, LoadedPath>(
    search.paths.map((path) => [path, { path, started: false }]),
  );
  const visited = visits();
  const modules = createModuleFinder();
  const present = (load: LoadedPath) => modules(load.path).map((path) => ({ ...load, path }));
  // Data of the project is what a hook checks, and the agent changes it.
  const isOfHook = ({ path, isInput }: LoadedPath) =>
    !isInput || isInFolder(path, folders) || !isInFolder(path, [search.root, ...systemFolders]);
  const isNew = ({ path, atCwd = false }: Step) =>
    !visited.has(path) && (atCwd || search.follows(path));
  const keep = ({ path, examined, isInput = false, relative, atCwd }: Step, scanned: Scanned) => {
    if (examined) visited.add(path, scanned);
    if (examined || !found.has(path))
      found.set(path, { path, started: !examined && !isInput, isInput, relative, atCwd });
  };
  const queue = [...start];
  // The loop continues with the steps that it adds.
  for (const step of queue) {
    if (visited.isExhausted()) break;
    const scanned = isNew(step) ? await scan(step) : undefined;
    if (!scanned) continue;
    keep(step, scanned);
    const loads = scanned.paths.flatMap(present).filter(isOfHook);
    queue.push(...loads.map((load) => nextStep(load, step, folders)));
  }
  return [...found.values()];
}

/** The files that were examined, up to the limits. */
function visits() {
  const paths = new Set<string>();
  let bytes = 0;
  return {
    has: (path: string) => paths.has(path),
    add(path: string, { size }: Scanned) {
      paths.add(path);
      bytes += Math.min(size, loadLimits.bytesPerFile);
    },
    isExhausted: () => paths.size >= loadLimits.files || bytes > loadLimits.bytes,
  };
}

/** What is in them is not written by anyone. */
const systemFolders = ["/proc", "/sys", "/dev"];

const nextStep = (load: LoadedPath, { top }: Step, folders: readonly string[]): Step => {
  const { path, started, isInput = false, relative, atCwd } = load;
  const examined = !isInput && (!started || isInFolder(path, folders));
  return { path, top: started ? path : top, examined, isInput, relative, atCwd };
};

/**
 * The folders below the root in which the named scripts are. A program that a script starts elsewhere is covered, but
 * not what it loads: that is usually the project's code, which a hook tests and the agent changes.
 */
const hookFolders = ({ paths, root }: LoadSearch): readonly string[] =>
  [...paths.map((path) => dirname(path)), join(root, ".claude")].filter((one) => one !== root);

const isInFolder = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => path.startsWith(`${folder}${sep}`));

/** Synchronous: most of the paths do not exist, and a promise costs fifty times the call. */
function fileAt(path: string): BigIntStats | undefined {
  try {
    const link = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    const stats = link?.isSymbolicLink()
      ? statSync(path, { bigint: true, throwIfNoEntry: false })
      : link;
    return stats?.isFile() ? stats : undefined;
  } catch {
    return undefined; // The text is not a valid path, or a folder may not be entered.
  }
}

async function loadsIn(
  path: string,
  top: string,
  { root, cwd, variables }: LoadSearch,
): Promise<readonly LoadedPath[]> {
  const text = textOf(path);
  if (text === undefined) return [];
  // Node and Python look beside the real file, a shell script beside the link.
  const places = [...new Set([path, realpathSync(path)])];
  const paths = places.map((at) => loadedPaths({ path: at, top, root, cwd, variables, text }));
  return (await Promise.all(paths)).flat().slice(0, maxPathsPerFile);
}

/** The text of a script; undefined if it is too large, no text, or cannot be read. */
export function textOf(path: string): string | undefined {
  try {
    const stats = fileAt(path);
    if (!stats || stats.size > loadLimits.bytesPerFile) return undefined;
    const text = readFileSync(path, "utf8");
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}
