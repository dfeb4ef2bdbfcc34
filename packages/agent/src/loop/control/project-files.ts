import { findRipgrep } from "../../tools/search/find-ripgrep.ts";
import { listFiles } from "../../tools/search/list-files.ts";
import { walkFiles } from "../../tools/search/walk-files.ts";
import type { ToolContext } from "../../tools/tool.ts";

/** Longer than anyone waits for a list. */
const limitMs = 30_000;

/** The files that the agent's search looks at, relative to its directory: without those that .gitignore excludes. */
export async function projectFiles(context: ToolContext): Promise<readonly string[]> {
  const folder = context.cwd();
  const signal = AbortSignal.timeout(limitMs);
  const program = await findRipgrep(context);
  if (program !== undefined) return listFiles(program, "", { folder, signal, context });
  const files = await walkFiles(folder, { signal, ignored: false });
  return files.filter(({ isLink }) => !isLink).map(({ relative }) => relative);
}
