import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { runMarker, type StartProcess } from "@snaphook/engine/internal";
import type { Environment } from "../environment.ts";
import { isRepositoryWithoutPrograms } from "../tools/shell/read-only/repository-without-programs.ts";
import { worktreesFolder } from "./worktrees-folder.ts";

export interface GitPlace {
  readonly start: StartProcess;
  readonly env: Environment;
  /** Whether git may start the programs that the repository names in its settings. */
  readonly trustsProject: boolean;
  /** Where output goes that is too long for memory. */
  readonly spillFolder: string;
}

/** A checkout of the project's repository in its own folder, on its own branch. */
export interface GitWorktree {
  readonly path: string;
  readonly branch: string;
  /** The commit it began at; not known of one that an earlier session made. */
  readonly base?: string;
}

const limitMs = 60_000;

/** Creates a worktree in `.claude/worktrees` of the repository. Rejects with what git says. */
export async function addGitWorktree(
  name: string,
  directory: string,
  place: GitPlace,
): Promise<GitWorktree> {
  refusePrograms(directory, place);
  const top = await git(["rev-parse", "--show-toplevel"], directory, place).catch(() => {
    throw new Error(
      `${directory} is not in a git repository; worktrees need one, or a WorktreeCreate hook`,
    );
  });
  const path = join(worktreesFolder(top), name);
  const branch = `worktree-${name}`;
  const found = lstatSync(path, { throwIfNoEntry: false });
  // Work that an earlier session left there continues.
  if (found?.isDirectory() && (await isWorktreeOf(top, path, place))) return { path, branch };
  if (found)
    throw new Error(
      `${path} exists already and is not a worktree of this repository; choose another name, or remove it`,
    );
  const base = await git(["rev-parse", "--verify", "HEAD"], top, place).catch(() => {
    throw new Error(`the repository in ${top} has no commit to start from; make one first`);
  });
  const existing = await git(["branch", "--list", branch], top, place);
  if (existing !== "")
    throw new Error(
      `the branch ${branch} exists already, without its worktree ${path}; choose another name, or delete the branch if its commits are not needed (git worktree prune; git branch -D ${branch})`,
    );
  await git(["worktree", "add", "-b", branch, path, base], top, place);
  return { path, branch, base };
}

async function isWorktreeOf(top: string, path: string, place: GitPlace): Promise<boolean> {
  if (!existsSync(join(path, ".git"))) return false;
  const listed = await git(["worktree", "list", "--porcelain", "-z"], top, place);
  return listed.split("\0").includes(`worktree ${path}`);
}

/**
 * What would be lost with a worktree: changed and new files, and commits since it was made, or that no other branch
 * has. The worktree's HEAD counts too, because it need not be on the branch.
 */
export async function changesIn(
  { path, branch, base }: GitWorktree,
  place: GitPlace,
): Promise<string[]> {
  const changed = await git(["status", "--porcelain", "--untracked-files=all"], path, place);
  // Not --all, which includes the HEAD of every worktree.
  const others = [`--exclude=${branch}`, "--branches", "--tags", "--remotes"];
  const known = base === undefined ? others : [base];
  const commits = await git(
    ["log", "--format=%h %s", "HEAD", `refs/heads/${branch}`, "--not", ...known, "--"],
    path,
    place,
  );
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

/** No hook of the repository runs, and git asks no file system monitor. */
const settings = ["core.hooksPath=/dev/null", "core.fsmonitor=false", "submodule.recurse=false"];

/**
 * Runs git without programs that the repository names. Checked before every command, because the settings, or the
 * repository that a worktree belongs to, may have changed since the last one.
 */
async function git(args: readonly string[], cwd: string, place: GitPlace): Promise<string> {
  refusePrograms(cwd, place);
  const { PATH, HOME, XDG_CONFIG_HOME } = place.env;
  const { end, stdout, stderr } = await place.start({
    program: "git",
    args: [...settings.flatMap((setting) => ["-c", setting]), ...args],
    cwd,
    env: { PATH, HOME, XDG_CONFIG_HOME, LC_ALL: "C" },
    stdin: "",
    limitMs,
    signal: undefined,
    marker: runMarker(),
    spillFolder: place.spillFolder,
  }).finished;
  if (end.how === "exited" && end.code === 0) return stdout.text.trimEnd();
  throw new Error(stderr.text.trim() || `git ${args[0]} did not end as it should: ${end.how}`);
}

function refusePrograms(directory: string, { trustsProject }: GitPlace): void {
  if (trustsProject || isRepositoryWithoutPrograms(directory)) return;
  throw new Error(
    `the git settings of ${directory} can start programs (a filter, core.fsmonitor, include.path or a setting not known to be harmless), and the project is not trusted; look at .git/config, then remove the setting or use --trust-project`,
  );
}
