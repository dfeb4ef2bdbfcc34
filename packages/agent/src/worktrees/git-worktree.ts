import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { StartProcess } from "@snaphook/engine/internal";
import { brand } from "@snaphook/protocol";
import type { Environment } from "../environment.ts";

export interface GitPlace {
  readonly start: StartProcess;
  readonly env: Environment;
  /** Where output goes that is too long for memory. */
  readonly spillFolder: string;
}

/** A checkout of the project's repository in its own folder, on its own branch. */
export interface GitWorktree {
  readonly path: string;
  readonly branch: string;
}

const limitMs = 60_000;

/** Creates a worktree in `.claude/worktrees` of the repository. Rejects with what git says. */
export async function addGitWorktree(
  name: string,
  directory: string,
  place: GitPlace,
): Promise<GitWorktree> {
  const top = await git(["rev-parse", "--show-toplevel"], directory, place).catch(() => {
    throw new Error(
      `${directory} is not in a git repository; worktrees need one, or a WorktreeCreate hook`,
    );
  });
  const path = join(top, ".claude", "worktrees", name);
  const branch = `worktree-${name}`;
  // Work that an earlier session left there continues.
  if (existsSync(join(path, ".git"))) return { path, branch };
  await git(["worktree", "add", "-b", branch, path, "HEAD"], top, place);
  return { path, branch };
}

/** What would be lost with a worktree: changed and new files, and commits that no other branch has. */
export async function changesIn({ path, branch }: GitWorktree, place: GitPlace): Promise<string[]> {
  const changed = await git(["status", "--porcelain", "--untracked-files=all"], path, place);
  const others = ["--not", `--exclude=refs/heads/${branch}`, "--all"];
  const commits = await git(["log", "--format=%h %s", branch, ...others], path, place);
  return [changed, commits].flatMap((lines) => lines.split("\n")).filter((line) => line !== "");
}

/** Removes a worktree with its branch, and everything in both. */
export async function removeGitWorktree(
  { path, branch }: GitWorktree,
  directory: string,
  place: GitPlace,
): Promise<void> {
  await git(["worktree", "remove", "--force", path], directory, place);
  await git(["branch", "-D", branch], directory, place);
}

/** No hook of the repository runs. */
async function git(args: readonly string[], cwd: string, place: GitPlace): Promise<string> {
  const { PATH, HOME, XDG_CONFIG_HOME } = place.env;
  const { end, stdout, stderr } = await place.start({
    program: "git",
    args: ["-c", "core.hooksPath=/dev/null", ...args],
    cwd,
    env: { PATH, HOME, XDG_CONFIG_HOME, LC_ALL: "C" },
    stdin: "",
    limitMs,
    signal: undefined,
    marker: [`${brand.environmentPrefix}RUN`, randomUUID()],
    spillFolder: place.spillFolder,
  }).finished;
  if (end.how === "exited" && end.code === 0) return stdout.text.trimEnd();
  throw new Error(stderr.text.trim() || `git ${args[0]} did not end as it should: ${end.how}`);
}
