import { type PathLike, type Stats, statSync } from "node:fs";

/** What is at a path; undefined if nothing is there, or if a folder on the way may not be entered. */
export function statOf(path: PathLike): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
