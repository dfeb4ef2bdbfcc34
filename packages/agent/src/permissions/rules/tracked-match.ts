import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { realTarget } from "@snaphook/engine/internal";
import type { Rule, RuleContext } from "@snaphook/engine/rules";
import { isInside } from "../../is-inside.ts";
import { pathsInIndex } from "../../tools/shell/read-only/submodules-in-index.ts";
import { matchAmong, matchBelow } from "./path-rules.ts";

/** A file that git tracks and that a rule matches: at or below a path, or anywhere in the repository around it. */
export function trackedMatch(
  rule: Rule,
  path: string,
  part: "path" | "repository",
  context: RuleContext,
): string | undefined {
  const start = realTarget(path);
  for (let top = start; ; top = dirname(top)) {
    const found = join(top, ".git");
    if (existsSync(found)) {
      const limit = part === "path" ? start : top;
      const tracked = trackedIn(found)?.map((name) => join(top, name));
      const inside = tracked?.filter((file) => isInside(limit, file));
      return inside === undefined
        ? matchBelow(rule, limit, context)
        : matchAmong(rule, inside, context);
    }
    if (top === dirname(top)) return undefined;
  }
}

/** The paths in the index; undefined if it is not in a form that is known, as in a linked work tree. */
function trackedIn(found: string): readonly string[] | undefined {
  try {
    const index = join(found, "index");
    if (!statSync(found).isDirectory()) return undefined;
    if (!existsSync(index)) return [];
    const content = readFileSync(index);
    return pathsInIndex(content, "sha1") ?? pathsInIndex(content, "sha256");
  } catch {
    return undefined;
  }
}
