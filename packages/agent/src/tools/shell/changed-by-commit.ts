import { join } from "node:path";
import { runMarker } from "@snaphook/engine/internal";
import type { ToolContext } from "../tool.ts";

const limitMs = 2000;

/** Compares stored trees only: no hook, no filter and no other program of the repository runs. */
const script = [
  "git rev-parse --show-toplevel",
  'git diff-tree -r --no-renames --name-only --no-ext-diff -z HEAD "$1" --',
].join(" && ");

/** The files, as absolute paths, in which a commit differs from the current one; none if it does not exist. */
export async function changedByCommit(
  commit: string,
  cwd: string,
  { start, env: { PATH, HOME }, sessionFolder }: ToolContext,
): Promise<readonly string[]> {
  const { end, stdout } = await start({
    program: "/bin/sh",
    args: ["-c", script, "sh", commit],
    cwd,
    env: { PATH, HOME, GIT_OPTIONAL_LOCKS: "0", GIT_NO_LAZY_FETCH: "1", LC_ALL: "C" },
    stdin: "",
    limitMs,
    signal: undefined,
    marker: runMarker(),
    spillFolder: sessionFolder,
  }).finished;
  if (end.how !== "exited" || end.code !== 0) return [];
  const [top = "", ...rest] = stdout.text.split("\n");
  return rest
    .join("\n")
    .split("\0")
    .filter((path) => path !== "")
    .map((path) => join(top, path));
}
