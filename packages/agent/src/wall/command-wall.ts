import { statSync } from "node:fs";
import {
  type FoundBubblewrap,
  makeFolder,
  openSandbox,
  type ProcessRequest,
  type Sandbox,
  type StartProcess,
} from "@snaphook/engine/internal";
import type { Environment } from "../environment.ts";
import { errorText } from "../error-text.ts";
import { ToolFailure } from "../tools/tool.ts";
import { isExcluded } from "./is-excluded.ts";
import { openWithForwarder, proxyVariables } from "./network/forwarder.ts";
import { ownMachineNote } from "./network/host-rules.ts";
import { sessionNetwork } from "./network/session-network.ts";
import { openWaysOut, outsideServices } from "./outside-services.ts";
import { type ProtectedPaths, protectedMounts, removeMade } from "./protected-mounts.ts";
import { sandboxArguments } from "./sandbox-arguments.ts";
import { limitsNetwork, type SandboxSettings } from "./sandbox-settings.ts";
import type { CommandWall, StartedCommand } from "./wall.ts";
import { worktreeMounts } from "./worktree-mounts.ts";

export interface CommandWallOptions {
  /** Whether bubblewrap works; it may still be on trial. */
  bubblewrap(): Promise<FoundBubblewrap>;
  readonly startOutside: StartProcess;
  protectedPaths(): Promise<ProtectedPaths>;
  settings(): SandboxSettings;
  /** Whether the user turned off all questions, so that commands may change anything. */
  mayChangeAll(): boolean;
  readonly projectDirectory: string;
  readonly home: string;
  readonly sessionFolder: string;
  readonly env: Environment;
  warn(text: string): void;
}

interface OpenSandbox {
  readonly sandbox: Sandbox;
  /** What was mounted read-only, and which file it was: a file that was replaced is no longer mounted. */
  readonly mounted: ReadonlyMap<string, string>;
  readonly settingsKey: string;
}

/**
 * One sandbox for the session, and one for each worktree, so that background commands and process ids live on between commands. It is
 * opened for the first command. If more files need protection later, the next command gets another one; what
 * runs in the first lives on.
 */
export function commandWall(options: CommandWallOptions): CommandWall {
  const { bubblewrap, startOutside, projectDirectory, home, sessionFolder } = options;
  const sandboxes: OpenSandbox[] = [];
  const made = new Set<string>();
  const reported = new Set<string>();
  const reportOnce = (text: string) => {
    if (!reported.has(text)) options.warn(text);
    reported.add(text);
  };
  let opening: Promise<unknown> = Promise.resolve();
  let services: ReturnType<typeof outsideServices> | undefined;
  const network = sessionNetwork(options.settings, options.env);

  async function sandboxFor(
    program: string,
    settings: SandboxSettings,
    cwd: string,
  ): Promise<OpenSandbox> {
    const worktree = worktreeMounts(cwd, projectDirectory);
    const { folders, files } = await options.protectedPaths();
    const mounts = protectedMounts({
      folders: [...folders, ...worktree.settingsFolders],
      files,
    });
    for (const folder of mounts.made) made.add(folder);
    for (const path of mounts.replaceable)
      reportOnce(
        `commands could put another file in place of ${path}, because a link leads there; a change is reported`,
      );
    const settingsKey = JSON.stringify([settings, worktree]);
    const current = sandboxes.findLast((one) => one.settingsKey === settingsKey);
    if (current?.sandbox.isOpen())
      if (mounts.readOnly.every((path) => current.mounted.get(path) === identityOf(path)))
        return current;
    services ??= outsideServices(home);
    makeFolder(sessionFolder);
    const proxySocket = limitsNetwork(settings) ? await network.socketFile() : undefined;
    const args = sandboxArguments({
      readOnly: [...mounts.readOnly, ...worktree.readOnly],
      writable: worktree.writable,
      services,
      settings,
      projectDirectory,
      sessionFolder,
      proxySocket,
    });
    const mounted = new Map(mounts.readOnly.map((path) => [path, identityOf(path)]));
    const command = [program, ...args] as const;
    const sandbox = await (proxySocket === undefined
      ? openSandbox(command)
      : openWithForwarder(command, proxySocket));
    const opened = { sandbox, mounted, settingsKey };
    sandboxes.push(opened);
    return opened;
  }

  /** One after the other: two commands at once must not open two. */
  function nextSandbox(
    program: string,
    settings: SandboxSettings,
    cwd: string,
  ): Promise<OpenSandbox> {
    const next = opening.then(() => sandboxFor(program, settings, cwd));
    opening = next.catch(() => undefined);
    return next;
  }

  const outside = (request: ProcessRequest): StartedCommand => ({
    process: startOutside(request),
    readOnly: undefined,
    refusals: () => [],
  });

  function withoutWall(request: ProcessRequest, because: string, settings: SandboxSettings) {
    if (settings.enabled && !settings.mayRunWithout)
      throw new ToolFailure(
        `The command did not run: sandbox.enabled is set, and there is no sandbox here: ${because}. Set sandbox.failIfUnavailable to false to run commands without one.`,
      );
    return outside(request);
  }

  return {
    async status() {
      const { enabled } = options.settings();
      if (!enabled && options.mayChangeAll())
        return { state: "off", because: "the permission mode is bypassPermissions" };
      const { because } = await bubblewrap();
      if (because !== undefined) return { state: "off", because };
      const limits = enabled ? "writes-and-network" : "guards";
      return { state: "on", limits, open: openWaysOut(options.env) };
    },
    async start(request, { line, outside: agreed }) {
      const settings = options.settings();
      if (agreed !== undefined || (options.mayChangeAll() && !settings.enabled))
        return outside(request);
      const { program, because } = await bubblewrap();
      if (program === undefined) return withoutWall(request, because, settings);
      const place = { cwd: request.cwd, projectDirectory, home };
      if (isExcluded(line, settings.excludedCommands, place)) {
        reportOnce("sandbox.excludedCommands: commands that it names run outside the sandbox");
        return outside(request);
      }
      try {
        const { sandbox, mounted } = await nextSandbox(program, settings, request.cwd);
        const variables = limitsNetwork(settings) ? proxyVariables(settings.allowedDomains) : {};
        const refusals = network.watchRefusals();
        const process = sandbox.start({ ...request, env: { ...request.env, ...variables } });
        const note = limitsNetwork(settings)
          ? ownMachineNote(line, settings.allowedDomains)
          : undefined;
        return {
          process,
          readOnly: [...mounted.keys()],
          refusals: (hasFailed) => [...refusals(), ...(hasFailed && note ? [note] : [])],
        };
      } catch (error) {
        const why = `the sandbox for commands did not start: ${errorText(error)}`;
        const started = withoutWall(request, why, settings);
        reportOnce(`${why}; commands run without it, and changed guards are reported`);
        return started;
      }
    },
    async close() {
      await opening;
      await Promise.all(sandboxes.map(({ sandbox }) => sandbox.close()));
      await network.close();
      removeMade([...made]);
    },
  };
}

function identityOf(path: string): string {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return "missing";
  }
}
