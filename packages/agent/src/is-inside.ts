import { isAbsolute, relative, sep } from "node:path";

/** Whether a path is a directory or lies in it. Both must be absolute; links are not followed. */
export function isInside(directory: string, path: string): boolean {
  const way = relative(directory, path);
  return way === "" || !(way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way));
}
