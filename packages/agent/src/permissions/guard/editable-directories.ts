import { dirname } from "node:path";
import { realTarget } from "@snaphook/engine/internal";
import { isInside } from "../../is-inside.ts";

export interface WorkPlace {
  /** Where the agent works. */
  readonly cwd: string;
  /** The project and the directories added to it, among them worktrees. */
  readonly directories: readonly string[];
  readonly projectDirectory: string;
}

/**
 * The directories in which edits of an agent can be accepted. One that works in a worktree of the project changes
 * neither the project itself nor other worktrees of it.
 */
export function editableDirectories(place: WorkPlace): readonly string[] {
  const worktree = worktreeOf(place);
  if (worktree === undefined) return place.directories;
  const project = dirname(dirname(dirname(worktree)));
  return place.directories.filter((directory) => {
    const real = realTarget(directory);
    return isInside(worktree, real) || !(isInside(project, real) || isInside(real, worktree));
  });
}

/** The worktree that an agent works in; a session that was started in one has it as its project. */
function worktreeOf({ cwd, directories, projectDirectory }: WorkPlace): string | undefined {
  const at = realTarget(cwd);
  const project = realTarget(projectDirectory);
  return directories
    .map(realTarget)
    .filter((path) => path !== project && isInside(path, at) && isInWorktrees(path))
    .sort((one, other) => other.length - one.length)[0];
}

const isInWorktrees = (path: string): boolean => /[\\/]\.claude[\\/]worktrees$/.test(dirname(path));
