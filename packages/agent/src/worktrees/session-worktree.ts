import { randomBytes } from "node:crypto";
import { type ToolContext, ToolFailure, type WorktreeSwitch } from "../tools/tool.ts";
import type { Worktree, Worktrees } from "./worktrees.ts";

/** The worktree that the main agent works in, if it entered one (EnterWorktree, ExitWorktree). */
export interface SessionWorktree extends WorktreeSwitch {
  /** The session ends: a worktree without changes is removed. Returns a text about one that is kept. */
  end(): Promise<readonly string[]>;
}

export interface SessionWorktreeOptions {
  readonly worktrees: Worktrees;
  readonly context: Pick<ToolContext, "cwd" | "changeDirectory">;
  /** The agent may work in this folder from now on. */
  allow(path: string): Promise<void>;
}

export function sessionWorktree(options: SessionWorktreeOptions): SessionWorktree {
  const { worktrees, context, allow } = options;
  let entered: { readonly worktree: Worktree; readonly from: string } | undefined;

  return {
    async enter(name = `w-${randomBytes(4).toString("hex")}`) {
      if (entered)
        throw new ToolFailure(
          `The session is in the worktree ${entered.worktree.path} already; leave it with ExitWorktree first`,
        );
      const worktree = await worktrees.create(name).catch(failed);
      entered = { worktree, from: context.cwd() };
      await allow(worktree.path);
      context.changeDirectory(worktree.path);
      return worktree;
    },
    async exit({ removes, discardChanges }) {
      if (!entered) throw new ToolFailure("The session is not in a worktree");
      const { worktree, from } = entered;
      if (removes) {
        const changes = discardChanges ? [] : await worktrees.changes(worktree).catch(failed);
        if (changes.length > 0)
          throw new ToolFailure(
            `The worktree has work that would be lost; keep it, or set discard_changes:\n${changes.slice(0, maxListed).join("\n")}`,
          );
        await worktrees.remove(worktree).catch(failed);
      }
      entered = undefined;
      context.changeDirectory(from);
      return worktree;
    },
    async end() {
      const worktree = entered?.worktree;
      entered = undefined;
      const kept = worktree && (await endOfWorktree(worktrees, worktree));
      return kept === undefined ? [] : [kept];
    },
  };
}

const maxListed = 20;

/** Removes a worktree that git made, if nothing would be lost; otherwise says where it is. */
export async function endOfWorktree(
  worktrees: Worktrees,
  worktree: Worktree,
): Promise<string | undefined> {
  if (!worktree.git) return `the worktree ${worktree.path}, which a hook made, is kept`;
  try {
    const changes = await worktrees.changes(worktree);
    if (changes.length > 0)
      return `the worktree ${worktree.path} (branch ${worktree.git.branch}) has changes and is kept`;
    await worktrees.remove(worktree);
    return undefined;
  } catch (error) {
    return `the worktree ${worktree.path} is kept: ${(error as Error).message}`;
  }
}

function failed(error: unknown): never {
  throw new ToolFailure((error as Error).message);
}
