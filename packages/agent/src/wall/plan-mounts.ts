import { dirname } from "node:path";
import { isInside } from "../is-inside.ts";

/** What a sandbox shows at a path. All paths are real, and the same inside and outside. */
export interface Mounts {
  /** Files and folders that cannot be changed. */
  readonly readOnly: readonly string[];
  /** Folders that can be changed, also inside one that cannot. */
  readonly writable: readonly string[];
  /** Folders that are empty, and files that cannot be read or connected to. */
  readonly hiddenFolders: readonly string[];
  readonly hiddenFiles: readonly string[];
  /** Whether only the writable folders can be changed. */
  readonly limitsWrites: boolean;
}

/**
 * The arguments that mount all this. Every folder above a read-only path becomes a mount point, because a mount
 * point cannot be renamed: without that `mv .claude old; mkdir .claude` would put another file in its place.
 */
export function planMounts(mounts: Mounts): readonly string[] {
  const { readOnly, writable, hiddenFolders, hiddenFiles, limitsWrites } = mounts;
  const plan = new Map<string, readonly string[]>();
  const isPinned = (folder: string) =>
    !isCoveredBy(folder, readOnly, writable) &&
    (!limitsWrites || writable.some((one) => isInside(one, folder)));
  for (const folder of readOnly.flatMap(foldersAbove).filter(isPinned))
    plan.set(folder, ["--bind", folder, folder]);
  for (const folder of writable) plan.set(folder, ["--bind", folder, folder]);
  for (const path of readOnly) plan.set(path, ["--ro-bind", path, path]);
  for (const folder of hiddenFolders) plan.set(folder, ["--tmpfs", folder]);
  for (const file of hiddenFiles) plan.set(file, ["--ro-bind", "/dev/null", file]);
  // A mount hides what is below it, so the outermost comes first.
  const ordered = [...plan].sort(([one], [other]) => depthOf(one) - depthOf(other));
  return ordered.flatMap(([, args]) => args);
}

const depthOf = (path: string): number => path.split("/").length;

/** The folders above a path, without the root. */
function foldersAbove(path: string): readonly string[] {
  const folders: string[] = [];
  for (let at = dirname(path); at !== dirname(at); at = dirname(at)) folders.push(at);
  return folders;
}

/** Whether a folder lies in a read-only one, and not in a writable one inside that. */
function isCoveredBy(
  folder: string,
  readOnly: readonly string[],
  writable: readonly string[],
): boolean {
  const around = (paths: readonly string[]) =>
    Math.max(0, ...paths.filter((path) => isInside(path, folder)).map(depthOf));
  return around(readOnly) > 0 && around(readOnly) >= around(writable);
}
