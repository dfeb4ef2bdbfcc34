import { randomUUID } from "node:crypto";
import { join, relative } from "node:path";
import {
  type ConfiguredHook,
  createHooks,
  type Hooks,
  type HooksOptions,
  type TraceRecord,
} from "@snaphook/engine";
import {
  brand,
  definitionOf,
  inputForHooks,
  type Profile,
  profileNamed,
  profiles,
} from "@snaphook/protocol";
import { type HookCode, readHookCode } from "../lint/hook-code.ts";
import { type RunReport, runReport } from "../run/run-report.ts";
import { hookAlone } from "../test/hook-alone.ts";
import { makeScratch, type Scratch } from "../test/scratch.ts";
import { trustedDefinitions } from "../test/trusted-definitions.ts";
import type { FaultSubject } from "./fault-subject.ts";
import type { BrokenStart } from "./faults.ts";
import type { TriedInput } from "./refused-inputs.ts";

/** Where hooks are tried. */
export interface ChaosWorld {
  readonly sources: Omit<HooksOptions, "sessionId">;
  /** The user's home. */
  readonly home: string;
  /** Variables that settings set. */
  readonly environment: Readonly<Record<string, string>>;
  readonly trustProject: boolean;
  /** Inputs that fixtures expect to be refused. */
  readonly refused: readonly TriedInput[];
  readonly profile: Profile;
}

export const codeOf = (
  hook: ConfiguredHook,
  projectDirectory: string,
  profile: Profile,
  home = "",
): Promise<HookCode> =>
  readHookCode(hook, { projectDirectory, home, platform: process.platform, profile });

type BreakIt = (subject: FaultSubject) => BrokenStart | string | Promise<BrokenStart | string>;

/**
 * Fires an event for one hook alone, in a copy of the project that `breakIt` may change. A text says why the fault
 * cannot happen to this hook.
 */
export async function runAlone(
  hook: ConfiguredHook,
  input: TriedInput,
  world: ChaosWorld,
  breakIt: BreakIt,
): Promise<RunReport | string> {
  const scratch = await makeScratch(world.sources.cwd, `${brand.command}-chaos`);
  try {
    const code = await codeOf(hook, world.sources.cwd, world.profile, world.home);
    const alone = hookAlone(hook, scratch, { home: world.home, scripts: code.scripts });
    const start = await breakIt({ hook, scripts: alone.scripts, code, scratch });
    if (typeof start === "string") return start;
    const { cwd = scratch.project } = start;
    const records: TraceRecord[] = [];
    const options = { ...sessionOptions(scratch, start, world), trace: recordIn(records) };
    const hooks = isInCopy(hook)
      ? await openProject(hook, scratch, options, world)
      : await createHooks({
          ...options,
          settingSources: [],
          pluginDirectories: [],
          settings: alone.settings(start.handler),
        });
    try {
      for (const [path, text] of Object.entries(input.files)) await scratch.write(path, text);
      const fields = { ...inputForHooks(world.profile, input.inFolder(scratch.project)), cwd };
      return await runReport(hooks.scope({ cwd }), records, { event: input.event, input: fields });
    } finally {
      await hooks.close();
      await start.close?.();
    }
  } finally {
    await scratch.remove();
  }
}

const recordIn = (records: TraceRecord[]) => ({
  record: (record: TraceRecord) => void records.push(record),
});

/** Whether the copy of the project has the hook's settings and its scripts. Others get settings with the hook alone. */
const isInCopy = ({ origin, handler }: ConfiguredHook): boolean =>
  origin.needsTrust && origin.installed === undefined && definitionOf(handler).run.by === "process";

function sessionOptions(
  scratch: Scratch,
  { spawn, clock, model, agent, mcp, env = {} }: BrokenStart,
  { sources, environment, trustProject }: ChaosWorld,
): HooksOptions {
  const sessionId = randomUUID();
  const { settings: _settings, configFolder: _folder, ...copied } = sources;
  return {
    ...copied,
    cwd: scratch.project,
    home: scratch.home,
    managedFile: join(scratch.base, "no-managed-settings.json"),
    env: { ...scratch.env, ...environment, ...env },
    sessionId,
    sessionFolder: join(scratch.base, sessionId),
    trustProject,
    headless: true,
    ...(spawn === undefined ? {} : { spawn }),
    ...(clock === undefined ? {} : { clock }),
    ...(model === undefined ? {} : { model }),
    ...(agent === undefined ? {} : { agent }),
    ...(mcp === undefined ? {} : { mcp }),
  };
}

/** Opens the copy of the project, with all its other hooks turned off. */
async function openProject(
  hook: ConfiguredHook,
  scratch: Scratch,
  options: HooksOptions,
  { sources, trustProject }: ChaosWorld,
): Promise<Hooks> {
  const trusted = await trustedDefinitions(sources);
  const hooks = await createHooks({
    ...options,
    pluginDirectories: (sources.pluginDirectories ?? []).map((folder) => scratch.inside(folder)),
  });
  // The scripts are trusted as they are now: what the fault changed is our own work.
  if (!trustProject) await trusted.trustIn(hooks);
  const place = ({ event, source: { file, path } }: ConfiguredHook, root: string) =>
    `${event} ${relative(root, file)} ${path}`;
  const kept = place(hook, sources.cwd);
  for (const other of hooks.config.snapshot().hooks)
    if (place(other, scratch.project) !== kept) await hooks.config.toggles.set(other.id, false);
  return hooks;
}

/** The profile of a session, by the name that it reports. */
export const profileOf = (name: string): Profile => profileNamed(name) ?? profiles.reference;
