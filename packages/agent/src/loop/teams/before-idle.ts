import type { FireOptions } from "@snaphook/engine";
import { hookText } from "@snaphook/engine";
import type { TextBlock } from "../../conversation/message.ts";
import { hookBlocks, objectionsFirst, textBlock } from "../../effects/hook-text.ts";
import { tasksOf } from "../../tools/tasks/task-store.ts";
import type { Agent } from "../agent.ts";
import type { Member } from "./member.ts";
import type { Team } from "./team.ts";

/** Whether a teammate becomes idle. */
export type IdleStep =
  | { readonly do: "finish" }
  /** Hooks sent it back; the blocks are its next instructions. */
  | { readonly do: "continue"; readonly blocks: readonly TextBlock[] }
  | { readonly do: "stop"; readonly reason: string };

/**
 * E11, E18: a teammate has nothing left to do. TaskCompleted is fired for each of its tasks in progress, whose status
 * stays; then TeammateIdle, unless it agreed to shut down. All hooks are asked before it continues.
 */
export async function beforeIdle(
  agent: Agent,
  { name, shutdown }: Member,
  team: Team,
  options: FireOptions & { readonly signal: AbortSignal },
): Promise<IdleStep> {
  const { signal } = options;
  const blocks = await openTasks(agent, name, signal);
  if (shutdown?.agreed) return blocks.length > 0 ? { do: "continue", blocks } : { do: "finish" };
  const input = { teammate_name: name, team_name: team.name };
  const step = await agent.dispatch("TeammateIdle", input, options);
  signal.throwIfAborted();
  switch (step.do) {
    case "stop":
      return { do: "stop", reason: step.reason };
    case "continue":
      return {
        do: "continue",
        blocks: [
          ...blocks,
          ...hookBlocks("TeammateIdle", objectionsFirst(step.forModel), agent.hookMark),
        ],
      };
    case "finish":
      return blocks.length > 0 ? { do: "continue", blocks } : { do: "finish" };
  }
}

/** What hooks say about the tasks that the teammate leaves in progress. */
async function openTasks(
  { context, hookMark }: Agent,
  name: string,
  signal: AbortSignal,
): Promise<readonly TextBlock[]> {
  const open = tasksOf(context.memory)
    .list()
    .filter(({ owner, status }) => owner === name && status === "in_progress");
  const blocks: TextBlock[] = [];
  for (const task of open) {
    const decision = await context.decideTask?.("TaskCompleted", task, signal);
    signal.throwIfAborted();
    if (decision?.do === "refuse")
      for (const reason of decision.reasons)
        blocks.push(textBlock(hookText("TaskCompleted", reason, hookMark)));
  }
  return blocks;
}
