import { type PathLike, type Stats, statSync } from "node:fs";

/** What is at a path; undefined if nothing is there, or if a folder on the way may not be entered. */
export function statOf(path: PathLike): Stats | undefined {
  try {
    // Most paths that are looked at do not exist, and an exception costs twenty times the call.
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
