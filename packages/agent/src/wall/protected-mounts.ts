import { existsSync, lstatSync, rmdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { makeFolder, realTarget } from "@snaphook/engine/internal";
import { isInside } from "../is-inside.ts";

/** The paths that commands must not change (T5). */
export interface ProtectedPaths {
  /** Folders that are read-only as a whole, so that no file can be added. Those that are missing are made. */
  readonly folders: readonly string[];
  /** Settings files and scripts of hooks; those that are missing are left out. */
  readonly files: readonly string[];
}

export interface ProtectedMounts {
  /** Real paths. */
  readonly readOnly: readonly string[];
  /** Folders that were made, to be removed when they are not needed. */
  readonly made: readonly string[];
  /** Paths that a command could put something else in place of, because a link leads to them. */
  readonly replaceable: readonly string[];
}

/** Finds what to mount read-only; makes the folders that are missing, because only what exists can be mounted. */
export function protectedMounts({ folders, files }: ProtectedPaths): ProtectedMounts {
  const made = folders.flatMap((folder) => makeMissing(resolve(folder)));
  const present = folders.filter((folder) => existsSync(folder));
  const readOnlyFolders = present.map(realTarget);
  const isCovered = (path: string) => readOnlyFolders.some((folder) => isInside(folder, path));
  const existing = files.filter((file) => existsSync(file));
  const readOnlyFiles = existing.map(realTarget).filter((file) => !isCovered(file));
  const isReplaceable = (path: string) => linksIn(path).some((link) => !isCovered(link));
  return {
    readOnly: [...new Set([...readOnlyFolders, ...readOnlyFiles])].filter(isMountable),
    made,
    replaceable: [...present, ...existing].filter(isReplaceable),
  };
}

/** Removes the folders that were made and are still empty. */
export function removeMade(made: readonly string[]): void {
  for (const folder of [...made].reverse())
    try {
      rmdirSync(folder);
    } catch {
      // It is in use now.
    }
}

/** A sandbox has its own of these. */
const isMountable = (path: string): boolean =>
  path !== "/" && !["/proc", "/dev", "/sys"].some((folder) => isInside(folder, path));

/** Makes a folder; returns those that were missing, the outermost first. */
function makeMissing(folder: string): readonly string[] {
  const missing: string[] = [];
  for (let at = folder; !existsSync(at) && at !== dirname(at); at = dirname(at))
    missing.unshift(at);
  try {
    makeFolder(folder, 0o777);
    return missing;
  } catch {
    // Commands run with the same rights, so they cannot make it either.
    return [];
  }
}

/** The links on the way to a path. */
function linksIn(path: string): readonly string[] {
  const names = resolve(path).split("/").slice(1);
  return names.flatMap((_name, index) => {
    const at = `/${names.slice(0, index + 1).join("/")}`;
    return isLink(at) ? [join(realTarget(dirname(at)), names[index] ?? "")] : [];
  });
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}
