import { lstatSync, mkdirSync } from "node:fs";
import { join } from "node:path";

/**
 * `.claude/worktrees` of a repository, made if it is missing. No link is followed: a repository can contain a link
 * that leads anywhere, and its files would be written there. Throws with the reason.
 */
export function worktreesFolder(top: string): string {
  let at = top;
  for (const name of [".claude", "worktrees"]) {
    at = join(at, name);
    const found = lstatSync(at, { throwIfNoEntry: false });
    if (found === undefined) mkdirSync(at);
    else if (!found.isDirectory())
      throw new Error(
        `${at} is ${found.isSymbolicLink() ? "a link" : "not a folder"}, and worktrees are only made in a folder of the project itself; remove it, then try again`,
      );
  }
  return at;
}
