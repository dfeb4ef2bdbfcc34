import { existsSync } from "node:fs";
import { totalmem } from "node:os";
import { basename } from "node:path";
import { type ProcessRequest, runMarker } from "@snaphook/engine/internal";
import type { ToolContext } from "../tool.ts";
import { isReadOnlyCommand } from "./read-only/is-read-only-command.ts";
import { shellScript } from "./shell-script.ts";

interface Files {
  readonly directoryFile?: string;
  readonly outputFile?: string;
}

interface Bounds {
  readonly limitMs: number | undefined;
  readonly signal: AbortSignal;
}

/** The process that runs a command of the model. */
export function shellRequest(
  command: string,
  context: ToolContext,
  files: Files,
  bounds: Bounds,
): ProcessRequest {
  const { program, options, isBash } = findShell();
  const environmentFiles = context.environmentFiles();
  const isReadOnly = isReadOnlyCommand(command);
  const maxMemory = isReadOnly ? unapprovedMemory : undefined;
  const env = commandEnvironment(context.env, basename(context.sessionFolder));
  const script = shellScript({ command, environmentFiles, isBash, maxMemory, ...files });
  return {
    program,
    args: [...options, "-c", script],
    cwd: context.cwd(),
    // `git status` would write the index.
    env: isReadOnly ? { ...env, GIT_OPTIONAL_LOCKS: "0" } : env,
    stdin: "",
    ...bounds,
    marker: runMarker(),
    spillFolder: context.sessionFolder,
    keepsEnd: true,
  };
}

/**
 * The memory of each process of a command that runs without a question, because it is judged read-only: such a command
 * must not be able to stop the machine. What the user approved or a rule allows may need more.
 */
const unapprovedMemory = Math.min(4 * 1024 ** 3, totalmem() / 2);

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Commands know that an agent runs them, and in which session: processes that a killed host left behind are
 * found by it. Project folder and file for variables are for hooks only.
 */
function commandEnvironment(env: Variables, sessionId: string): Variables {
  const { CLAUDE_PROJECT_DIR, CLAUDE_ENV_FILE, ...rest } = env;
  return { ...rest, CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: sessionId };
}

/** The shell that commands run in. */
export interface Shell {
  readonly program: string;
  /** Before the script; no profile file is read. */
  readonly options: readonly string[];
  readonly isBash: boolean;
}

const bash: Shell = { program: "/bin/bash", options: ["--noprofile", "--norc"], isBash: true };
const posixShell: Shell = { program: "/bin/sh", options: [], isBash: false };

export const findShell = (exists: (path: string) => boolean = existsOnce): Shell =>
  exists(bash.program) ? bash : posixShell;

/** Looked up once: shells are not installed or removed while the agent runs. */
const existing = new Map<string, boolean>();
function existsOnce(path: string): boolean {
  const exists = existing.get(path) ?? existsSync(path);
  existing.set(path, exists);
  return exists;
}
