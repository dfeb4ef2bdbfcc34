import { statSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { Hooks } from "@snaphook/engine";
import { realTarget } from "@snaphook/engine/internal";
import type { GateStep } from "../effects/gate.ts";
import { isInside } from "../is-inside.ts";
import {
  addGitWorktree,
  changesIn,
  type GitPlace,
  type GitWorktree,
  removeGitWorktree,
} from "./git-worktree.ts";

/** A folder for one piece of work, apart from the project. */
export interface Worktree {
  readonly name: string;
  readonly path: string;
  /** Set if git made it; otherwise hooks did, and they remove it. */
  readonly git?: GitWorktree;
}

/** Makes and removes worktrees: by hooks if there are any for that, else by git. */
export interface Worktrees {
  /** Rejects with the reason. */
  create(name: string): Promise<Worktree>;
  /** What would be lost with it; nothing is known about one that hooks made. */
  changes(worktree: Worktree): Promise<readonly string[]>;
  /** Rejects with the reason if it stays. */
  remove(worktree: Worktree): Promise<void>;
}

export interface WorktreesOptions {
  /** Fires WorktreeCreate. */
  fireCreate(name: string): Promise<GateStep>;
  /** Fires WorktreeRemove. */
  fireRemove(path: string): Promise<GateStep>;
  hooks(): Pick<Hooks, "config">;
  /** The project. */
  readonly directory: string;
  readonly home: string;
  readonly git: GitPlace;
  /** G10: a hook ends the turn. */
  stopTurn(reason: string): void;
}

export function createWorktrees(options: WorktreesOptions): Worktrees {
  const { hooks, directory, git, stopTurn } = options;
  /** Whether a configured hook runs; one in code may only look on. */
  const isConfigured = async (event: string) =>
    (await hooks().config.statuses()).some(
      ({ hook, state }) =>
        hook.event === event && state === "ready" && hook.origin.scope !== "code",
    );

  return {
    async create(name) {
      const problem = nameProblem(name);
      if (problem !== undefined) throw new Error(problem);
      const step = await options.fireCreate(name);
      switch (step.do) {
        case "refuse":
          throw new Error(`a WorktreeCreate hook failed or refused it: ${step.reasons.join("; ")}`);
        case "stop":
          stopTurn(step.reason);
          throw new Error(`a WorktreeCreate hook stopped it: ${step.reason}`);
        case "proceed": {
          const { worktreePath } = step.fields;
          if (typeof worktreePath === "string")
            return { name, path: usablePath(worktreePath, options) };
          if (await isConfigured("WorktreeCreate"))
            throw new Error("a WorktreeCreate hook ran, but printed no path of a worktree");
          const made = await addGitWorktree(name, directory, git);
          return { name, path: made.path, git: made };
        }
      }
    },
    changes: async (worktree) => (worktree.git ? changesIn(worktree.git, git) : []),
    async remove(worktree) {
      const step = await options.fireRemove(worktree.path);
      switch (step.do) {
        case "refuse":
          throw new Error(`a WorktreeRemove hook failed or refused it: ${step.reasons.join("; ")}`);
        case "stop":
          stopTurn(step.reason);
          throw new Error(`a WorktreeRemove hook stopped it: ${step.reason}`);
        case "proceed":
          if (worktree.git) await removeGitWorktree(worktree.git, directory, git);
      }
    },
  };
}

/** The last line that hooks printed, which must be a folder apart from the project. */
function usablePath(
  printed: string,
  { directory, home }: Pick<WorktreesOptions, "directory" | "home">,
): string {
  const path = printed.trim().split("\n").at(-1)?.trim() ?? "";
  const refuse = (why: string): never => {
    throw new Error(`a WorktreeCreate hook printed ${path}, but ${why}`);
  };
  if (!isAbsolute(path))
    throw new Error(
      `a WorktreeCreate hook printed ${JSON.stringify(path)}, expected an absolute path`,
    );
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) refuse("there is no such folder");
  const real = realTarget(path);
  // The agent may work in all of a worktree.
  if (isInside(real, realTarget(directory)))
    refuse("the project is in that folder; a worktree must be a folder apart from it");
  if (isInside(real, realTarget(home)))
    refuse("the home folder is in it; a worktree must be a folder for itself");
  return path;
}

const nameProblem = (name: string): string | undefined =>
  /^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/.test(name) && !name.includes("..") && !name.endsWith(".lock")
    ? undefined
    : `${JSON.stringify(name)} cannot be the name of a worktree; use letters, digits, dots, dashes and underscores, at most 64`;
