import { resolve } from "node:path";
import { sampleInput } from "@snaphook/protocol";
import { eventNamed } from "../usage-error.ts";

/** `sample`: an input for an event, on one line as a hook gets it. */
export async function sample(
  event: string,
  { tool, cwd }: { readonly tool?: string; readonly cwd: string },
): Promise<void> {
  console.log(JSON.stringify(sampleInput(eventNamed(event), { tool, cwd: resolve(cwd) })));
}
