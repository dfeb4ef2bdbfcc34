import { getOrCreate } from "../get-or-create.ts";
import type { ToolContext } from "../tool.ts";

/** Moves a command that the agent waits for to the background. */
type MoveToBackground = () => void;

const registryOf = (context: Pick<ToolContext, "memory">): Set<MoveToBackground> =>
  getOrCreate(context.memory, "foreground-commands", () => new Set<MoveToBackground>());

/** Whether a command ends, or is moved to the background first. */
export async function endsInForeground(
  finished: Promise<unknown>,
  context: Pick<ToolContext, "memory">,
): Promise<boolean> {
  const commands = registryOf(context);
  const { promise: moved, resolve } = Promise.withResolvers<false>();
  const move = () => resolve(false);
  commands.add(move);
  const isOver = await Promise.race([finished.then(() => true), moved]);
  commands.delete(move);
  return isOver;
}

/** Moves all commands that the agent waits for to the background; returns how many. */
export function moveToBackground(context: Pick<ToolContext, "memory">): number {
  const commands = [...registryOf(context)];
  for (const move of commands) move();
  return commands.length;
}
