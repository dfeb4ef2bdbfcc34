import { isAbsolute, relative, resolve, sep } from "node:path";
import type { CommandWord } from "./command-words.ts";
import type { ObservedFile, ObserveFile } from "./observe-file.ts";

/** A file that a hook names and that trust covers. */
export interface ScriptFile extends ObservedFile {
  /** Absolute, as in the command; `target` is where its links lead. */
  readonly path: string;
}

/** Every path that would be a script file if the file existed: one that appears later is a change. */
export const possiblePaths = (words: readonly CommandWord[], root: string): readonly string[] => {
  return [...new Set(words.flatMap((word) => pathsOfWord(word, root)))];
};

/** The paths a word may name; none for a program on PATH, for output, and for words known only at run time. */
export function pathsOfWord(
  { value, role, folders }: CommandWord,
  root: string,
): readonly string[] {
  if (!value || role === "output") return [];
  if (role === "program" && !value.includes("/")) return [];
  return folders.map((folder) => resolve(root, folder, value));
}

/**
 * T1: the paths that are regular files inside one of the roots. A link inside a root is included wherever it leads,
 * and so is a path outside that leads inside.
 */
export async function presentFiles(
  paths: readonly string[],
  roots: readonly string[],
  observe: ObserveFile,
): Promise<readonly ScriptFile[]> {
  const files = await Promise.all(
    paths.map(async (path) => {
      const file = await observe(path);
      const belongs =
        file && roots.some((root) => isInside(root, path) || isInside(root, file.target));
      return belongs ? [{ path, ...file }] : [];
    }),
  );
  return files.flat();
}

export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
