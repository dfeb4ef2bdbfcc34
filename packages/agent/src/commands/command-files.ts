import { readdir, realpath, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { isInside } from "../is-inside.ts";

/** A file that defines a command. */
export interface CommandFile {
  readonly path: string;
  /** The file's path below `commands`, folders joined with `:`. */
  readonly name: string;
}

export interface FoundFiles {
  readonly files: readonly CommandFile[];
  /** Links that lead out of `bound` and are therefore ignored. */
  readonly outsideLinks: readonly string[];
}

const extension = ".md";
const maxDepth = 8;
const maxCommands = 1000;

/**
 * All command files at a path, which is a folder or a single file. Links are followed, each folder once. With
 * `bound` they are followed only within that folder, so that a project or plugin cannot turn the user's private
 * files into a prompt.
 */
export async function commandFiles(path: string, bound: string | undefined): Promise<FoundFiles> {
  const realBound = bound && (await realpath(bound).catch(() => bound));
  const isOutside = (real: string) => realBound !== undefined && !isInside(realBound, real);
  const files: CommandFile[] = [];
  const outsideLinks: string[] = [];
  const seen = new Set<string>();
  async function walk(folder: string, prefix: string, depth: number): Promise<void> {
    const real = await realpath(folder).catch(() => undefined);
    if (real === undefined || seen.has(real) || depth > maxDepth) return;
    if (isOutside(real)) {
      outsideLinks.push(folder);
      return;
    }
    seen.add(real);
    for (const entry of (await readdir(folder).catch(() => [])).sort()) {
      const inner = join(folder, entry);
      if (await isFolder(inner)) await walk(inner, `${prefix}${entry}:`, depth + 1);
      else await addFile(inner, prefix);
    }
  }
  async function addFile(file: string, prefix: string): Promise<void> {
    if (!file.endsWith(extension) || files.length >= maxCommands) return;
    const name = `${prefix}${basename(file, extension)}`;
    if (isOutside(await realpath(file).catch(() => file))) outsideLinks.push(file);
    else files.push({ path: file, name });
  }
  if (await isFolder(path)) await walk(path, "", 0);
  else if (await exists(path)) await addFile(path, "");
  return { files, outsideLinks };
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() ?? false;

const exists = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined)) !== undefined;
