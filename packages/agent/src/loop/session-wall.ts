import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import type { Hooks } from "@snaphook/engine";
import { type StartProcess, tryBubblewrap, userServersFile } from "@snaphook/engine/internal";
import { brand } from "@snaphook/protocol";
import { isInside } from "../is-inside.ts";
import { commandWall } from "../wall/command-wall.ts";
import type { ProtectedPaths } from "../wall/protected-mounts.ts";
import { sandboxSettings } from "../wall/sandbox-settings.ts";
import type { CommandWall } from "../wall/wall.ts";
import type { CompleteOptions } from "./complete-options.ts";

export interface SessionWallOptions {
  readonly options: CompleteOptions;
  readonly hooks: Hooks;
  readonly start: StartProcess;
  readonly sessionFolder: string;
  mayChangeAll(): boolean;
  warn(text: string): void;
}

/** Finds out in the background whether bubblewrap works, so that the first command need not wait for it. */
export function tryBubblewrapEarly(options: CompleteOptions): void {
  if (options.permissionMode !== "bypassPermissions") void tryBubblewrap(options);
}

/** The wall for the commands of a session (T5). */
export function sessionWall(parts: SessionWallOptions): CommandWall {
  const { options, hooks, start, sessionFolder, mayChangeAll, warn } = parts;
  const { cwd: projectDirectory, home, env } = options;
  const settings = () =>
    sandboxSettings(hooks.config.settings(), hooks.config.untrustedSettings(), {
      projectDirectory,
      home,
    });
  for (const problem of settings().problems) warn(problem);
  return commandWall({
    bubblewrap: () => tryBubblewrap(options),
    startOutside: start,
    protectedPaths: () => protectedPaths(parts),
    settings,
    mayChangeAll,
    projectDirectory,
    home,
    sessionFolder,
    env,
    warn,
  });
}

/** T5: settings, hook scripts, the trust store, transcripts, and this program itself. */
async function protectedPaths({
  options,
  hooks,
  sessionFolder,
}: SessionWallOptions): Promise<ProtectedPaths> {
  const { cwd, home, configFolder } = options;
  const { files, plugins } = hooks.config.snapshot();
  const policies = files.filter(({ scope, file }) => scope === "managed" && isAbsolute(file));
  const program = realPath(process.argv[1] ?? "");
  const folders = [
    join(cwd, ".claude"),
    join(home, ".claude"),
    configFolder,
    join(home, brand.homeFolder),
    dirname(sessionFolder),
    // A missing one is not made: only root could make it, and for root the system is read-only.
    ...policies.map(({ file }) => dirname(file)).filter((folder) => existsSync(folder)),
    ...plugins.map(({ root }) => root),
    ...program.map((file) => dirname(file)).filter((folder) => basename(folder) !== "bin"),
  ];
  // The project and the home must stay writable, wherever they are.
  const isAround = (folder: string) => isInside(folder, cwd) || isInside(folder, home);
  const isOfProject = (path: string) => isInside(cwd, path);
  return {
    folders: folders.filter((folder) => !isAround(folder)),
    files: [
      ...(await hooks.config.guardedFiles()),
      // It names programs that start with every session.
      userServersFile({ home, configFolder }),
      ...[...program, ...realPath(process.execPath)].filter((file) => !isOfProject(file)),
    ],
  };
}

function realPath(file: string): readonly string[] {
  try {
    return file === "" ? [] : [realpathSync(file)];
  } catch {
    return [];
  }
}
