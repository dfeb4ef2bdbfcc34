import { stat } from "node:fs/promises";

/** The files that exist, most recently changed first. */
export async function newestFirst(paths: readonly string[]): Promise<readonly string[]> {
  const dated: { readonly path: string; readonly time: number }[] = [];
  for (let start = 0; start < paths.length; start += batch)
    dated.push(...(await Promise.all(paths.slice(start, start + batch).map(datedFile))).flat());
  dated.sort((one, other) => other.time - one.time || (one.path < other.path ? -1 : 1));
  return dated.map(({ path }) => path);
}

const batch = 64;

const datedFile = (path: string) =>
  stat(path).then(
    (found) => (found.isFile() ? [{ path, time: found.mtimeMs }] : []),
    () => [],
  );
