import type { StartProcess } from "@snaphook/engine/internal";
import type { Permissions } from "../permissions/permissions.ts";
import type { ToolContext } from "../tools/tool.ts";
import { type AgentsApart, agentsApart } from "../worktrees/agents-apart.ts";
import { type SessionWorktree, sessionWorktree } from "../worktrees/session-worktree.ts";
import { createWorktrees } from "../worktrees/worktrees.ts";
import type { Agent } from "./agent.ts";
import type { AgentParts } from "./agent-parts.ts";

interface WorktreeParts extends Pick<Agent, "dispatch" | "hooks"> {
  readonly parts: Pick<AgentParts, "options" | "sessionFolder" | "turn">;
  readonly start: StartProcess;
  readonly context: ToolContext;
  readonly permissions: Permissions;
  warn(text: string): void;
}

/** The worktree that the main agent may enter, and those of subagents. */
export function sessionWorktrees({
  parts: { options, sessionFolder, turn },
  dispatch,
  hooks,
  start,
  context,
  permissions,
  warn,
}: WorktreeParts): { readonly worktree: SessionWorktree; readonly apart: AgentsApart } {
  const worktrees = createWorktrees({
    fireCreate: (name) => dispatch("WorktreeCreate", { name }),
    fireRemove: (path) => dispatch("WorktreeRemove", { worktree_path: path }),
    hooks,
    directory: options.cwd,
    home: options.home,
    git: {
      start,
      env: options.env,
      trustsProject: options.trustProject === true,
      spillFolder: sessionFolder,
    },
    stopTurn: (reason) => void turn.stop(reason),
  });
  const allow = async (path: string) => {
    const update = { type: "addDirectories", directories: [path], destination: "session" };
    for (const text of await permissions.update([update])) warn(text);
  };
  return {
    worktree: sessionWorktree({ worktrees, context, allow }),
    apart: agentsApart({ worktrees, allow, warn }),
  };
}
