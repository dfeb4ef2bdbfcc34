import { realpathSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { isInside } from "../is-inside.ts";
import type { MemoryType } from "./instruction-file.ts";

/** A file to import, and the file that imports it. */
export interface ImportQuestion {
  readonly realPath: string;
  readonly memoryType: MemoryType;
  /** The CLAUDE.md at the start of the chain of imports. */
  readonly rootFile: string;
}

/**
 * Whether a file may be read. Files of the user or the administrator may import any file; files of a project
 * must not send the user's private files to a model. A CLAUDE.md of a project is read if it is not a
 * link out of the project; it may import from the project, from its own folder unless the user's home is inside
 * that folder, and Markdown from the user's `.claude`.
 */
export function importAllowed(options: {
  readonly home: string;
  readonly configFolder?: string;
  readonly projectRoot: string;
}) {
  const home = realPathOr(options.home);
  const project = realPathOr(options.projectRoot);
  const userFolder = realPathOr(options.configFolder ?? join(home, ".claude"));
  return ({ realPath, memoryType, rootFile }: ImportQuestion): boolean => {
    if (memoryType === "User" || memoryType === "Managed") return true;
    const rootFolder = realPathOr(dirname(rootFile));
    return (
      realPath === join(rootFolder, basename(rootFile)) ||
      isInside(project, realPath) ||
      (isInside(rootFolder, realPath) && !isInside(rootFolder, home)) ||
      (isInside(userFolder, realPath) && extname(realPath) === ".md")
    );
  };
}

const realPathOr = (path: string): string => realPathOf(path) ?? path;

/** Where a path leads; undefined if there is no such file. */
export function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
