import { realpathSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { isInside } from "../is-inside.ts";
import type { MemoryType } from "./instruction-file.ts";

/** What a file that is asked for is asked by. */
export interface ImportQuestion {
  readonly realPath: string;
  readonly memoryType: MemoryType;
  /** The CLAUDE.md at the beginning of the chain of imports. */
  readonly rootFile: string;
}

/**
 * Whether a file may be read. What the user or the administrator wrote may name any file; what comes with
 * a project must not put the user's private files before a model. A CLAUDE.md that is no link reaches itself, the
 * project, the folder it is in unless the user's home is inside, and Markdown in the user's `.claude`.
 */
export function importAllowed(options: { readonly home: string; readonly projectRoot: string }) {
  const home = realPathOr(options.home);
  const project = realPathOr(options.projectRoot);
  const own = join(home, ".claude");
  return ({ realPath, memoryType, rootFile }: ImportQuestion): boolean => {
    if (memoryType === "User" || memoryType === "Managed") return true;
    const beside = realPathOr(dirname(rootFile));
    return (
      realPath === join(beside, basename(rootFile)) ||
      isInside(project, realPath) ||
      (isInside(beside, realPath) && !isInside(beside, home)) ||
      (isInside(own, realPath) && extname(realPath) === ".md")
    );
  };
}

const realPathOr = (path: string): string => realPathOf(path) ?? path;

/** Where a path leads; nowhere when there is no such file. */
export function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
