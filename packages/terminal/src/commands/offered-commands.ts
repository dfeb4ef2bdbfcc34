import type { OfferedCommand } from "../input/completion/complete.ts";
import type { Screen } from "../screen-context.ts";
import { localCommands } from "./local-commands.ts";
import { sessionCommands } from "./session-commands.ts";

/** All commands that the user can type: those of the screen, of the session and of files. */
export function offeredCommands({ actions }: Pick<Screen, "actions">): readonly OfferedCommand[] {
  const local = localCommands.map(({ name, description, argumentHint = "" }) => ({
    name,
    description,
    argumentHint,
  }));
  const listed = actions.control()?.describe().commands ?? [];
  const byName = new Map<string, OfferedCommand>();
  for (const command of [...sessionCommands, ...listed, ...local])
    byName.set(command.name, command);
  return [...byName.values()];
}
