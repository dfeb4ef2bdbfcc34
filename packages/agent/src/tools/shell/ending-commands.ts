import { getOrCreate } from "../get-or-create.ts";
import type { ToolContext } from "../tool.ts";

/**
 * Commands of the session that were told to end and have not yet: the session ends after them, so that they have the
 * time to leave things in order that P10 gives them.
 */
export const endingCommands = (context: ToolContext): Set<Promise<void>> =>
  getOrCreate(context.memory, "ending-commands", () => new Set<Promise<void>>());
