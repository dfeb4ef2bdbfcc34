import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { rememberFile } from "../../tools/files/known-files.ts";
import type { ToolContext } from "../../tools/tool.ts";

/** A file that was changed after the driver saw it must be read again, so it is not recorded. */
export async function seedReadFile(
  context: ToolContext,
  path: string,
  modifiedMs: number,
): Promise<void> {
  const file = resolve(context.cwd(), path);
  const facts = await stat(file);
  if (!facts.isFile()) throw new Error(`${file} is not a regular file`);
  if (Math.floor(facts.mtimeMs) > modifiedMs) return;
  await rememberFile(file, await readFile(file), context);
}
