import { isAbsolute, relative, sep } from "node:path";

/** Whether a path is inside a folder, and not the folder itself. */
export const isBelow = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};
