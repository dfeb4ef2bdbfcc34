import type { ProcessRequest } from "@snaphook/engine/internal";
import type { StartedCommand } from "../../wall/wall.ts";
import type { ToolContext } from "../tool.ts";

/** Starts a command of the model, in the sandbox of the session where there is one. */
export async function startCommand(
  line: string,
  request: ProcessRequest,
  { wall, start, outside }: ToolContext,
): Promise<StartedCommand> {
  return (
    wall?.start(request, { line, outside }) ?? {
      process: start(request),
      readOnly: undefined,
      refusals: () => [],
    }
  );
}
