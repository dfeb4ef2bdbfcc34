import { setImmediate as pause } from "node:timers/promises";
import { statOf } from "@snaphook/engine/internal";
import { nameOnDisk } from "./odd-names.ts";

/** The files that exist, most recently changed first. */
export async function newestFirst(paths: readonly string[]): Promise<readonly string[]> {
  const dated: { readonly path: string; readonly time: number }[] = [];
  for (const [index, path] of paths.entries()) {
    // Asking for many files at once is slower than one after the other, which must not block everything else.
    if (index % batch === batch - 1) await pause();
    const time = changeTime(path);
    if (time !== undefined) dated.push({ path, time });
  }
  dated.sort((one, other) => other.time - one.time || (one.path < other.path ? -1 : 1));
  return dated.map(({ path }) => path);
}

const batch = 500;

function changeTime(path: string): number | undefined {
  const found = statOf(nameOnDisk(path));
  return found?.isFile() ? found.mtimeMs : undefined;
}
