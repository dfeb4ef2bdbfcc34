/** The innermost folder that is a checkout of the project on its own branch. */
const worktree = /^(.*)\/\.claude\/worktrees\/[^/]+(\/.*)?$/s;

/**
 * The files of the project that a file in a worktree (`.claude/worktrees/NAME`) is a copy of: what a rule forbids
 * there it also forbids here. There are several if a worktree lies in another. The path must be absolute, without
 * `.` and `..`.
 */
export function worktreeOriginals(path: string): readonly string[] {
  const [inWorktree, project = "", rest = ""] = worktree.exec(path) ?? [];
  if (inWorktree === undefined) return [];
  const original = `${project}${rest}` || "/";
  return [original, ...worktreeOriginals(original)];
}
