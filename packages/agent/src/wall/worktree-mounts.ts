import { statSync } from "node:fs";
import { join } from "node:path";
import { realTarget } from "@snaphook/engine/internal";
import { isInside } from "../is-inside.ts";

/** What differs in the sandbox of commands that run in a worktree of the project. All paths are real. */
export interface WorktreeMounts {
  /** The worktree can be changed, and the repository's own files, for commits. */
  readonly writable: readonly string[];
  /** The project around it cannot. */
  readonly readOnly: readonly string[];
  /** Its own settings, which are protected like those of the project. */
  readonly settingsFolders: readonly string[];
}

const worktree = /^(.*)\/\.claude\/worktrees\/[^/]+(?=\/|$)/s;

const none: WorktreeMounts = { writable: [], readOnly: [], settingsFolders: [] };

/** The mounts for a command, by its directory; none outside a worktree of the project. */
export function worktreeMounts(cwd: string, projectDirectory: string): WorktreeMounts {
  const [path, project] = worktree.exec(realTarget(cwd)) ?? [];
  const ownProject = realTarget(projectDirectory);
  if (path === undefined || project === undefined || !isInside(project, ownProject)) return none;
  // A session that was started in a worktree has it as its project.
  if (isInside(path, ownProject)) return none;
  const repository = join(project, ".git");
  return {
    writable: [path, ...(isFolder(repository) ? [realTarget(repository)] : [])],
    readOnly: [project],
    settingsFolders: [join(path, ".claude")],
  };
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
