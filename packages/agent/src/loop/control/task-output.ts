import { open } from "node:fs/promises";
import { join } from "node:path";
import { isCommandId } from "../../tools/shell/background-commands.ts";
import type { ToolContext } from "../../tools/tool.ts";

/** The end of what a background command has printed. */
export interface TaskOutput {
  readonly output: string;
  readonly total_bytes: number;
  readonly truncated: boolean;
}

const shownBytes = 8 * 1024;

export async function taskOutput(
  { sessionFolder }: Pick<ToolContext, "sessionFolder">,
  id: string,
): Promise<TaskOutput> {
  if (!isCommandId(id)) throw new Error(`${id} is not the id of a background command`);
  const file = await open(join(sessionFolder, `${id}.txt`), "r").catch(() => undefined);
  if (!file) return { output: "", total_bytes: 0, truncated: false };
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - shownBytes);
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(size - start),
      0,
      size - start,
      start,
    );
    const output = buffer.subarray(0, bytesRead).toString("utf8");
    return { output, total_bytes: size, truncated: start > 0 };
  } finally {
    await file.close();
  }
}
