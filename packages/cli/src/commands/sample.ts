import { resolve } from "node:path";
import { sampleInput } from "@snaphook/protocol";
import { checkTool } from "../check-tool.ts";
import { eventNamed } from "../usage-error.ts";

/** `sample`: an input for an event, on one line as a hook gets it. */
export async function sample(
  eventName: string,
  { tool, cwd }: { readonly tool?: string; readonly cwd: string },
): Promise<void> {
  const event = eventNamed(eventName);
  checkTool(event, tool);
  console.log(JSON.stringify(sampleInput(event, { tool, cwd: resolve(cwd) })));
}
