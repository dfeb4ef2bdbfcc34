import { randomUUID } from "node:crypto";
import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { firedEvents } from "@snaphook/agent/events";
import {
  createHooks,
  type Diagnostic,
  type Hooks,
  type HooksOptions,
  type Snapshot,
} from "@snaphook/engine";
import { type FileProblem, settingsProblem, statOf } from "@snaphook/engine/internal";
import { type EventName, isEventName, type ProfileName } from "@snaphook/protocol";
import { printMessage } from "./print.ts";
import { settingSourcesOf } from "./setting-sources.ts";
import { UsageError } from "./usage-error.ts";

/** The options of every command that looks at hooks. */
export interface SourceOptions {
  readonly cwd: string;
  readonly profile?: ProfileName;
  readonly settings?: string;
  readonly settingSources?: string;
  readonly pluginDir?: readonly string[];
  readonly trustProject?: boolean;
}

/** Loads the hooks that the options select. */
export async function loadHooks(
  { cwd, profile, settings, settingSources, pluginDir, trustProject = false }: SourceOptions,
  more: Partial<HooksOptions> = {},
): Promise<Hooks> {
  const folder = resolve(cwd);
  checkFolder(folder);
  return createHooks({
    cwd: folder,
    sessionId: randomUUID(),
    trustProject,
    fires: (name, ofSettings) =>
      firedEvents(name, { asks: false, headless: true, env: { ...process.env, ...ofSettings } }),
    ...(profile === undefined ? {} : { profile }),
    ...(settings === undefined ? {} : { settings: fileOrJson(settings) }),
    ...(settingSources === undefined ? {} : { settingSources: settingSourcesOf(settingSources) }),
    pluginDirectories: pluginFolders(pluginDir),
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
  for (const error of loadErrors(snapshot)) printMessage(errorLine(error));
}

/**
 * Throws if settings that could hold a guard of the event could not be loaded. A mistake below the key of another
 * event concerns no guard of this one.
 */
export function refuseLoadErrors(hooks: Hooks, event: EventName): void {
  const errors = loadErrors(hooks.config.snapshot()).filter(({ place }) => {
    const key = /^hooks\.(\w+)/.exec(place.path)?.[1];
    return key === undefined || key === event || !isEventName(key);
  });
  if (errors.length > 0)
    throw new UsageError(
      `refused, because a hook for ${event} may be missing: the settings have ${errors.length === 1 ? "an error" : `${errors.length} errors`}\n${errors.map(errorLine).join("\n")}`,
    );
}

const loadErrors = ({ diagnostics }: Pick<Snapshot, "diagnostics">): readonly Diagnostic[] =>
  diagnostics.filter(({ level }) => level === "error");

const errorLine = ({ place, message, advice }: Diagnostic): string =>
  `${place.file}:${place.line}:${place.column}: ${message}; ${advice}`;

/** C1: settings of a parent folder are not loaded, which surprises people who start in a subfolder. */
export async function reportParentSettings(hooks: Hooks): Promise<void> {
  const { entries } = await hooks.config.inactive();
  for (const { kind, file, because } of entries)
    if (kind === "parent") printMessage(`note: ${file} was not read: ${because}`);
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

/** Commands that run hooks in a copy of the project cannot copy it into itself. */
export function checkCopied(folder: string): void {
  checkFolder(folder);
  const [project, temporary] = [realpathSync(folder), realpathSync(tmpdir())];
  const from = relative(project, temporary);
  if (!isAbsolute(from) && from.split(sep)[0] !== "..")
    throw new UsageError(
      `${folder} cannot be copied: it contains ${temporary}, where the copy would be; set TMPDIR to a folder outside`,
    );
}

const pluginParts = [
  ".claude-plugin",
  "hooks",
  "commands",
  "agents",
  "skills",
  ".mcp.json",
] as const;

/** The folders of --plugin-dir. A missing one may hold guards that the user relies on. */
export const pluginFolders = (folders: readonly string[] = []): readonly string[] =>
  folders.map((name) => {
    const folder = resolve(name);
    checkFolder(folder, "--plugin-dir: ");
    if (!pluginParts.some((part) => statOf(join(folder, part))))
      printMessage(
        `warning: --plugin-dir: ${folder} has no plugin: nothing of ${pluginParts.join(", ")} is in it`,
      );
    return folder;
  });

/** A path on the command line is relative to the user's folder, not to --cwd. */
export const fileOrJson = (settings: string): string =>
  settings.trimStart().startsWith("{") ? settings : resolve(settings);
