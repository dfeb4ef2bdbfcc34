import { type Stats, statSync } from "node:fs";

/** What is at a path; undefined if nothing is there, or if a folder on the way may not be entered. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
