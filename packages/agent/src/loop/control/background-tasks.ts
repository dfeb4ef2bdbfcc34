import { backgroundCommands } from "../../tools/shell/background-commands.ts";
import type { SessionParts } from "../session-parts.ts";

/** Something that runs while the conversation continues. */
export interface SessionTask {
  readonly id: string;
  readonly type: "command" | "agent";
  readonly description: string;
}

type TaskParts = Pick<SessionParts, "agent" | "subagents">;

export const backgroundTasks = ({ agent, subagents }: TaskParts): readonly SessionTask[] => [
  ...backgroundCommands(agent.context)
    .running()
    .map(({ id, command }) => ({
      id,
      type: "command" as const,
      description: command,
    })),
  ...subagents.background
    .running()
    .map(({ id, description }) => ({ id, type: "agent" as const, description })),
];

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
