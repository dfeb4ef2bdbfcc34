import { randomUUID } from "node:crypto";
import { join, relative } from "node:path";
import {
  type ConfiguredHook,
  createHooks,
  type HooksOptions,
  type TraceRecord,
} from "@snaphook/engine";
import { brand, inputForHooks, type Profile, profileNamed, profiles } from "@snaphook/protocol";
import { type HookCode, readHookCode } from "../lint/hook-code.ts";
import { type RunReport, runReport } from "../run/run-report.ts";
import { makeScratch } from "../test/scratch.ts";
import { trustedDefinitions } from "../test/trusted-definitions.ts";
import type { FaultSubject } from "./fault-subject.ts";
import type { BrokenStart } from "./faults.ts";
import type { TriedInput } from "./refused-inputs.ts";

/** Where hooks are tried. */
export interface ChaosWorld {
  readonly sources: Omit<HooksOptions, "sessionId">;
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

/**
 * Fires an event for one hook alone, in a copy of the project that `breakIt` may change. A text says why the fault
 * cannot happen to this hook.
 */
export async function runAlone(
  hook: ConfiguredHook,
  input: TriedInput,
  { sources, trustProject, profile }: ChaosWorld,
  breakIt: (subject: FaultSubject) => BrokenStart | string,
): Promise<RunReport | string> {
  const scratch = await makeScratch(sources.cwd, `${brand.command}-chaos`);
  try {
    const code = await codeOf(hook, sources.cwd, profile);
    const copied = code.scripts.map((script) =>
      script.path === undefined ? script : { ...script, path: scratch.inside(script.path) },
    );
    const start = breakIt({ hook, scripts: copied, code, scratch });
    if (typeof start === "string") return start;
    const records: TraceRecord[] = [];
    const sessionId = randomUUID();
    const trusted = await trustedDefinitions(sources);
    const { spawn, clock, env = {}, cwd = scratch.project } = start;
    const hooks = await createHooks({
      ...sources,
      cwd: scratch.project,
      home: scratch.home,
      env: { ...scratch.env, ...env },
      pluginDirectories: (sources.pluginDirectories ?? []).map((folder) => scratch.inside(folder)),
      sessionId,
      sessionFolder: join(scratch.base, sessionId),
      trustProject,
      headless: true,
      trace: { record: (record) => void records.push(record) },
      ...(spawn === undefined ? {} : { spawn }),
      ...(clock === undefined ? {} : { clock }),
    });
    try {
      // The scripts are trusted as they are now: what the fault changed is our own work.
      if (!trustProject) await trusted.trustIn(hooks);
      for (const [path, text] of Object.entries(input.files)) await scratch.write(path, text);
      const place = ({ event, source: { file, path } }: ConfiguredHook, root: string) =>
        `${event} ${relative(root, file)} ${path}`;
      const kept = place(hook, sources.cwd);
      for (const other of hooks.config.snapshot().hooks)
        if (place(other, scratch.project) !== kept) await hooks.config.toggles.set(other.id, false);
      const fields = { ...inputForHooks(profile, input.inFolder(scratch.project)), cwd };
      return await runReport(hooks.scope({ cwd }), records, { event: input.event, input: fields });
    } finally {
      await hooks.close();
    }
  } finally {
    await scratch.remove();
  }
}

/** The profile of a session, by the name that it reports. */
export const profileOf = (name: string): Profile => profileNamed(name) ?? profiles.reference;
