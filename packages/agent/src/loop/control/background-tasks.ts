import { backgroundCommands } from "../../tools/shell/background-commands.ts";
import type { ToolContext } from "../../tools/tool.ts";
import type { SessionParts } from "../session-parts.ts";
import type { BackgroundAgents } from "../subagents/background-agents.ts";

/** Something that runs while the conversation continues. */
export interface SessionTask {
  readonly id: string;
  readonly type: "command" | "agent";
  readonly description: string;
}

type TaskParts = Pick<SessionParts, "agent" | "subagents">;

export const backgroundTasks = ({ agent, subagents }: TaskParts): readonly SessionTask[] =>
  runningTasks(subagents.background, agent.context).map((task) =>
    "command" in task
      ? { id: task.id, type: "command", description: task.command }
      : { id: task.id, type: "agent", description: task.description },
  );

export async function stopTask(parts: TaskParts, id: string): Promise<void> {
  const command = backgroundCommands(parts.agent.context)
    .running()
    .find((one) => one.id === id);
  if (command) return command.end();
  if (await parts.subagents.background.endOne(id)) return;
  const ids = backgroundTasks(parts).map((task) => task.id);
  throw new Error(
    `no task ${id} is running; ${ids.length === 0 ? "none is" : `these are: ${ids.join(", ")}`}`,
  );
}

/** What runs in the background, as Stop hooks get it. */
export function runningTasks({ running }: Pick<BackgroundAgents, "running">, context: ToolContext) {
  const agents = running().map(({ id, type, description, teammate }) => ({
    id,
    type: teammate === undefined ? "subagent" : "teammate",
    status: "running",
    agent_type: type,
    description,
  }));
  const commands = backgroundCommands(context)
    .running()
    .map(({ id, command, description }) => ({
      id,
      type: "shell",
      status: "running",
      command,
      description,
    }));
  return [...agents, ...commands];
}
