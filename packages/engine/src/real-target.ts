import { lstatSync, readlinkSync } from "node:fs";
import { dirname, join, parse, resolve } from "node:path";

/** The number of links that Linux follows. */
const maxLinks = 40;

/**
 * Where a path leads: every link is followed, even if its target does not exist yet, and `..` goes up from
 * the target of a link. Parts that do not exist are kept as written.
 */
export function realTarget(path: string): string {
  const { root } = parse(path);
  let at = root === "" ? resolve(".") : root;
  const open = segmentsOf(path.slice(root.length));
  let links = 0;
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name === "..") {
      at = dirname(at);
      continue;
    }
    const next = join(at, name);
    const target = links < maxLinks ? linkAt(next) : undefined;
    if (target === undefined) {
      at = next;
      continue;
    }
    links += 1;
    const start = parse(target).root;
    if (start !== "") at = start;
    open.push(...segmentsOf(target.slice(start.length)));
  }
  return at;
}

/** The names in a path, the last one first. */
const segmentsOf = (path: string): string[] =>
  path
    .split(process.platform === "win32" ? /[\\/]/ : "/")
    .filter((name) => name !== "" && name !== ".")
    .reverse();

function linkAt(path: string): string | undefined {
  try {
    // Checked first, because most paths are not links and an exception is more expensive.
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
    return isLink ? readlinkSync(path) : undefined;
  } catch {
    return undefined;
  }
}
