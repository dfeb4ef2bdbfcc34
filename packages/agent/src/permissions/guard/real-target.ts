import { lstatSync, readlinkSync } from "node:fs";
import { dirname, join, parse, resolve } from "node:path";

/** As many links as Linux follows. */
const maxLinks = 40;

/**
 * Where a path leads: every link on the way is followed, also one whose target is not there yet, and
 * `..` goes up from where a link led. What does not exist is taken as it is written.
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
    // Asked first, because most are no links and an error costs more than the question.
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
    return isLink ? readlinkSync(path) : undefined;
  } catch {
    return undefined;
  }
}
