import { randomBytes } from "node:crypto";
import { errorText } from "../error-text.ts";
import {
  type AgentResponse,
  type AgentTask,
  type ToolContext,
  ToolFailure,
} from "../tools/tool.ts";
import { endOfWorktree } from "./session-worktree.ts";
import type { Worktree, Worktrees } from "./worktrees.ts";

type RunAgent = NonNullable<ToolContext["runAgent"]>;

/** Subagents that work in worktrees of their own (`isolation` of Agent). */
export interface AgentsApart {
  /** Runs one; a worktree without changes is removed when its agent has ended. */
  run(
    task: AgentTask,
    call: Parameters<RunAgent>[1],
    runIn: (directory: string) => RunAgent,
  ): Promise<AgentResponse>;
  /** The session ends: the same for agents that ran in the background. */
  end(): Promise<readonly string[]>;
}

export interface AgentsApartOptions {
  readonly worktrees: Worktrees;
  /** Agents may work in this folder from now on. */
  allow(path: string): Promise<void>;
  /** For the user. */
  warn(text: string): void;
}

export function agentsApart({ worktrees, allow, warn }: AgentsApartOptions): AgentsApart {
  const open = new Set<Worktree>();

  async function close(worktree: Worktree): Promise<string | undefined> {
    open.delete(worktree);
    return endOfWorktree(worktrees, worktree);
  }

  return {
    async run(task, call, runIn) {
      const name = `agent-${randomBytes(8).toString("hex")}`;
      const worktree = await worktrees.create(name).catch((error: unknown) => {
        throw new ToolFailure(`The agent did not start: ${errorText(error)}`);
      });
      open.add(worktree);
      await allow(worktree.path);
      const response = await runIn(worktree.path)(task, call).catch(async (error: unknown) => {
        const kept = await close(worktree);
        if (kept !== undefined) warn(kept);
        throw error;
      });
      if (response["isAsync"] === true) return response;
      const kept = await close(worktree);
      if (kept === undefined) return response;
      warn(kept);
      const text = `Where the agent worked: ${kept}.`;
      return { ...response, content: [...response.content, { type: "text", text }] };
    },
    async end() {
      const kept = await Promise.all([...open].map(close));
      return kept.filter((text) => text !== undefined);
    },
  };
}
