import { dirname } from "node:path";
import { statOf } from "../../stat-of.ts";

/**
 * P6: where a hook starts. If the agent's directory is gone, the hook still runs, in the project or in the
 * nearest folder that exists: a guard that did not start would let everything pass.
 */
export function startingFolder(
  wanted: string,
  projectDirectory: string,
): { readonly folder: string; readonly warning: string | undefined } {
  if (isFolder(wanted)) return { folder: wanted, warning: undefined };
  const folder = isFolder(projectDirectory) ? projectDirectory : nearestFolder(wanted);
  return {
    folder,
    warning: `the working directory ${wanted} does not exist, so it ran in ${folder}`,
  };
}

const isFolder = (path: string): boolean => statOf(path)?.isDirectory() ?? false;

function nearestFolder(path: string): string {
  const above = dirname(path);
  return above === path || isFolder(above) ? above : nearestFolder(above);
}
