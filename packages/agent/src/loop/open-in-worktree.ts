import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { createHooks } from "@snaphook/engine";
import { processStarter } from "@snaphook/engine/internal";
import { profileNamed } from "@snaphook/protocol";
import { createDispatcher } from "../effects/dispatch.ts";
import { createOutcomeReporter } from "../effects/report-outcomes.ts";
import { endOfWorktree } from "../worktrees/session-worktree.ts";
import { createWorktrees } from "../worktrees/worktrees.ts";
import type { AgentOptions } from "./agent-options.ts";
import type { AgentSession } from "./agent-session.ts";
import type { CompleteOptions } from "./complete-options.ts";
import { hooksOptions } from "./hooks-options.ts";
import { warning } from "./warning.ts";

/**
 * `--worktree`: the hooks of the project make the worktree, or git does, and the session runs in it. One that git
 * made is a copy of the project, whose settings, hooks and trust apply; as recorded, a folder that a hook made has
 * its own. Rejects if there is no worktree. One without changes is removed at the end.
 */
export async function openInWorktree(
  options: CompleteOptions,
  name: string,
  open: (place: Pick<AgentOptions, "cwd" | "workingDirectory">) => Promise<AgentSession>,
): Promise<AgentSession> {
  const { cwd, env, spawn, clock, emit, folder } = options;
  const warn = (text: string) => emit(warning(text));
  const sessionId = randomUUID();
  const hooks = await createHooks({ ...hooksOptions(options), sessionId });
  const profile = profileNamed(hooks.profile);
  if (!profile) throw new Error(`unknown profile ${hooks.profile}`);
  const mark = randomBytes(6).toString("hex");
  const { report, onProgress } = createOutcomeReporter(emit, () => hooks, mark);
  hooks.on(onProgress);
  const { dispatch } = createDispatcher({
    hooks: () => hooks,
    profile,
    mark,
    report,
    warn,
    unwaited: new Set(),
  });
  const worktrees = createWorktrees({
    fireCreate: (one) => dispatch("WorktreeCreate", { name: one }),
    fireRemove: (path) => dispatch("WorktreeRemove", { worktree_path: path }),
    hooks: () => hooks,
    directory: cwd,
    home: options.home,
    git: {
      start: processStarter({ spawn, clock, env }).start,
      env,
      trustsProject: options.trustProject === true,
      spillFolder: join(folder, sessionId),
    },
    stopTurn() {},
  });
  try {
    const worktree = await worktrees.create(name || `w-${randomBytes(4).toString("hex")}`);
    const end = async () => {
      const kept = await endOfWorktree(worktrees, worktree);
      if (kept !== undefined) warn(kept);
    };
    const place = worktree.git ? { cwd, workingDirectory: worktree.path } : { cwd: worktree.path };
    const session = await open(place).catch(async (error: unknown) => {
      await end();
      throw error;
    });
    return withEnd(session, async () => {
      await end();
      await hooks.close();
    });
  } catch (error) {
    await hooks.close();
    throw error;
  }
}

/** A session at whose end something more is done, once. */
function withEnd(session: AgentSession, end: () => Promise<void>): AgentSession {
  let ended: Promise<void> | undefined;
  return Object.create(session, {
    end: {
      value: (reason: string) => {
        ended ??= session.end(reason).finally(end);
        return ended;
      },
    },
  }) as AgentSession;
}
