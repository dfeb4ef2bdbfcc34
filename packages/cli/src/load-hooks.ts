import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { firedEvents } from "@snaphook/agent/events";
import { createHooks, type Hooks, type HooksOptions } from "@snaphook/engine";
import { type FileProblem, settingsProblem, statOf } from "@snaphook/engine/internal";
import type { ProfileName } from "@snaphook/protocol";
import { printMessage } from "./print.ts";
import { UsageError } from "./usage-error.ts";

/** The options of every command that looks at hooks. */
export interface SourceOptions {
  readonly cwd: string;
  readonly profile?: ProfileName;
  readonly settings?: string;
  readonly pluginDir?: readonly string[];
  readonly trustProject?: boolean;
}

/** Loads the hooks that the options select. */
export async function loadHooks(
  { cwd, profile, settings, pluginDir, trustProject = false }: SourceOptions,
  more: Partial<HooksOptions> = {},
): Promise<Hooks> {
  const folder = resolve(cwd);
  checkFolder(folder);
  return createHooks({
    cwd: folder,
    sessionId: randomUUID(),
    trustProject,
    fires: (name) => firedEvents(name, { asks: false }),
    ...(profile === undefined ? {} : { profile }),
    ...(settings === undefined ? {} : { settings: fileOrJson(settings) }),
    ...(pluginDir === undefined ? {} : { pluginDirectories: pluginDir.map((dir) => resolve(dir)) }),
    ...more,
  });
}

/**
 * Reports what could not be loaded: otherwise a broken settings file looks like one without hooks. Settings
 * that the user named must be readable.
 */
export function reportLoadErrors(hooks: Hooks): void {
  const snapshot = hooks.config.snapshot();
  const problem = settingsProblem(snapshot);
  if (problem !== undefined) throw new UsageError(problem);
  for (const { level, place, message, advice } of snapshot.diagnostics)
    if (level === "error")
      printMessage(`${place.file}:${place.line}:${place.column}: ${message}; ${advice}`);
}

/** Reports one of our own files in the user's home that cannot be used, and what that means. */
export function reportFileProblem(problem: FileProblem | undefined, means: string): void {
  if (problem)
    printMessage(`${problem.file}: the file ${problem.found}, so ${means}; ${problem.advice}`);
}

/** A missing folder would look like a project without hooks, so it is an error. */
export function checkFolder(folder: string, flag = ""): void {
  if (!statOf(folder)?.isDirectory())
    throw new UsageError(`${flag}the folder ${folder} does not exist, or may not be entered`);
}

/** A path on the command line is relative to the user's folder, not to --cwd. */
export const fileOrJson = (settings: string): string =>
  settings.trimStart().startsWith("{") ? settings : resolve(settings);
