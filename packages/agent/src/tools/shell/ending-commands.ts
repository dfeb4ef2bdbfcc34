import { getOrCreate } from "../get-or-create.ts";
import type { ToolContext } from "../tool.ts";

/**
 * Commands of the session that have been signalled to end and have not ended yet. The session ends after
 * them, so that they get the time to clean up that P10 gives them.
 */
export const endingCommands = (context: ToolContext): Set<Promise<void>> =>
  getOrCreate(context.memory, "ending-commands", () => new Set<Promise<void>>());
