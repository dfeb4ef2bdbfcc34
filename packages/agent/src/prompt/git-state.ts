import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { runMarker, type StartProcess } from "@snaphook/engine/internal";
import type { Environment } from "../environment.ts";
import { isRepositoryWithoutPrograms } from "../tools/shell/read-only/repository-without-programs.ts";

export interface GitStateOptions {
  readonly cwd: string;
  readonly env: Environment;
  readonly start: StartProcess;
  /** Where output goes that is too long for memory. */
  readonly spillFolder: string;
}

const limitMs = 2000;
const maxChanges = 40;

/** One process for both questions, because starting one is what takes time. */
const script = [
  "git status --short --branch --untracked-files=normal",
  "echo",
  "git log -5 --no-show-signature --format='%h %s'",
].join("; ");

/**
 * The branch, the changed files and the last commits, for the system prompt; undefined without a repository, or
 * if git takes too long. A repository whose settings could make git run a program is left alone (T6).
 */
export async function gitState({
  cwd,
  env,
  start,
  spillFolder,
}: GitStateOptions): Promise<string | undefined> {
  if (!isInRepository(cwd) || !isRepositoryWithoutPrograms(cwd)) return undefined;
  const { end, stdout } = await start({
    program: "/bin/sh",
    args: ["-c", script],
    cwd,
    env: { ...withoutSecrets(env), GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C" },
    stdin: "",
    limitMs,
    signal: undefined,
    marker: runMarker(),
    spillFolder,
  }).finished;
  if (end.how !== "exited" || !stdout.text.startsWith("## ")) return undefined;
  return describeGit(stdout.text);
}

/** All that git needs. */
const withoutSecrets = ({ PATH, HOME, XDG_CONFIG_HOME }: Environment): Environment => ({
  PATH,
  HOME,
  XDG_CONFIG_HOME,
});

function isInRepository(directory: string): boolean {
  if (existsSync(join(directory, ".git"))) return true;
  const parent = dirname(directory);
  return parent !== directory && isInRepository(parent);
}

/** What git prints, in sentences; of many changes only the first. */
export function describeGit(output: string): string {
  const [status = "", log = ""] = output.split("\n\n");
  const [branch = "", ...changes] = status.split("\n").filter((line) => line !== "");
  const more = changes.length - maxChanges;
  return [
    `Branch: ${branch.replace(/^## (?:No commits yet on )?/, "")}`,
    changes.length === 0 ? "Changes: none" : "Changes:",
    ...changes.slice(0, maxChanges),
    ...(more > 0 ? [`(and ${more} more)`] : []),
    ...(log.trim() === "" ? ["Commits: none"] : ["Last commits:", log.trimEnd()]),
  ].join("\n");
}
