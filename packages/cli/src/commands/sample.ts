import { resolve } from "node:path";
import { sampleInput } from "@snaphook/protocol";
import { checkTool } from "../check-tool.ts";
import { printJson } from "../print.ts";
import { eventNamed } from "../usage-error.ts";

/** `sample`: an input for an event, on one line as a hook gets it. */
export async function sample(
  eventName: string,
  { tool, cwd }: { readonly tool?: string; readonly cwd: string },
): Promise<void> {
  const event = eventNamed(eventName);
  checkTool(event, tool);
  printJson(sampleInput(event, { tool, cwd: resolve(cwd) }), 0);
}
