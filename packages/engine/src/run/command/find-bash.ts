import { accessSync, constants, realpathSync } from "node:fs";
import { delimiter, isAbsolute, join, relative } from "node:path";
import { statOf } from "../../stat-of.ts";

/** Where bash usually is, for a host with an unusual PATH. */
const usualFolders = ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"];

/**
 * P5: the bash that runs commands; undefined if there is none. A program inside the project is never used: it
 * would run with every hook of the user.
 */
export function findBash(path: string | undefined, projectDirectory: string): string | undefined {
  const folders = [...(path ?? "").split(delimiter).filter(isAbsolute), ...usualFolders];
  return folders
    .map((folder) => join(folder, "bash"))
    .find((file) => isProgram(file) && !isInside(realPath(projectDirectory), realPath(file)));
}

/** Whether a path is a file that may be started. */
export function isProgram(file: string): boolean {
  if (!statOf(file)?.isFile()) return false;
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

const isInside = (folder: string, file: string): boolean => {
  const way = relative(folder, file);
  return !way.startsWith("..") && !isAbsolute(way);
};
