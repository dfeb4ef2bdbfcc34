import { createHash } from "node:crypto";
import { constants, lstatSync, mkdtempSync, realpathSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { makeFolder } from "@snaphook/engine/internal";

/** A copy of a project with its own home, in which hooks can do what they like. */
export interface Scratch {
  readonly base: string;
  readonly project: string;
  readonly home: string;
  /** Variables that lead hooks to the copy instead of the user's own folders. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where a path of the original is in the copy; a path outside the project is unchanged. */
  inside(path: string): string;
  write(path: string, text: string): Promise<void>;
  /** The content of every file as a hash, by path from the project. */
  hashes(): Promise<ReadonlyMap<string, string>>;
  remove(): Promise<void>;
}

/** Variables that name folders of the user. */
const homeVariables = [
  "XDG_CONFIG_HOME",
  "XDG_DATA_HOME",
  "XDG_STATE_HOME",
  "XDG_CACHE_HOME",
  "CLAUDE_CONFIG_DIR",
];

/** Copies a project. `node_modules` is linked instead, because it is large and hooks only read it. */
export async function makeScratch(original: string, name: string): Promise<Scratch> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), `${name}-`)));
  const project = join(base, "project", ...unusualFolders(original), basename(original));
  const [home, temporary] = [join(base, "home"), join(base, "tmp")];
  const linked: string[] = [];
  await Promise.all([home, temporary].map((folder) => mkdir(folder)));
  await cp(original, project, {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    filter(source) {
      if (source !== original && source.endsWith(`${sep}node_modules`)) {
        linked.push(source);
        return false;
      }
      // Pipes, sockets and devices cannot be copied.
      const stats = lstatSync(source);
      return stats.isFile() || stats.isDirectory() || stats.isSymbolicLink();
    },
  });
  for (const folder of linked) await symlink(folder, join(project, relative(original, folder)));
  const cleared = Object.fromEntries(homeVariables.map((variable) => [variable, undefined]));
  return {
    base,
    project,
    home,
    env: { ...process.env, ...cleared, HOME: home, TMPDIR: temporary },
    inside(path) {
      const from = relative(original, path);
      return from.startsWith("..") ? path : resolve(project, from);
    },
    async write(path, text) {
      const file = resolve(project, path);
      if (!file.startsWith(project + sep)) throw new Error(`${path} is outside the project`);
      makeFolder(dirname(file));
      await writeFile(file, text);
    },
    hashes: () => hashesOf(project),
    remove: () => rm(base, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** Folders above a project with a space or another special character: a hook that fails there must fail in the copy. */
const unusualFolders = (original: string): readonly string[] =>
  dirname(original)
    .split(sep)
    .filter((folder) => !/^[\w.+-]*$/.test(folder));

async function hashesOf(project: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  async function walk(folder: string): Promise<void> {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && entry.name !== ".git") await walk(path);
      if (!entry.isFile()) continue;
      const content = await readFile(path).catch(() => Buffer.from("unreadable"));
      found.set(relative(project, path), createHash("sha256").update(content).digest("hex"));
    }
  }
  await walk(project);
  return found;
}

/** Paths that were created, changed or removed, sorted. */
export function changedFiles(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  const all = new Set([...before.keys(), ...after.keys()]);
  return [...all].filter((path) => before.get(path) !== after.get(path)).sort();
}
