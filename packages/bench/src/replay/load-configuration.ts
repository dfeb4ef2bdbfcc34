import { randomUUID } from "node:crypto";
import { realpathSync } from "node:fs";
import { relative, resolve } from "node:path";
import {
  type ConfiguredHook,
  createHooks,
  type Diagnostic,
  type HooksOptions,
} from "@snaphook/engine";
import {
  canBeSwitched,
  homeFolder,
  hookIdentity,
  keptDuplicate,
  settingsProblem,
  userConfigFolder,
} from "@snaphook/engine/internal";
import { definitionOf } from "@snaphook/protocol";
import { whyItGuardsNothing } from "../chaos/guards-nothing.ts";
import { codeOf, profileOf } from "../chaos/run-alone.ts";
import type { Script } from "../lint/hook-code.ts";
import { isReplayed } from "./recorded-event.ts";

/** What was asked for cannot be done; the message says why. */
export class ReplayError extends Error {}

/** A hook, by a key that is the same in the project and in copies of it. */
export interface KeyedHook {
  readonly key: string;
  readonly hook: ConfiguredHook;
  /** Why it does not run; undefined: it can. */
  readonly because: string | undefined;
  /** Whether it does not run because it is not trusted, or no longer. */
  readonly needsTrust: boolean;
  readonly isGuard: boolean;
  readonly scripts: readonly Script[];
  /** The place of an identical hook, which runs once for both (P4). */
  readonly sameAs: string | undefined;
}

/** The hooks that are in force in a project. */
export interface Configuration {
  /** The real path of the project. */
  readonly project: string;
  readonly profile: string;
  readonly sources: Omit<HooksOptions, "sessionId">;
  /** The user's home. */
  readonly home: string;
  /** The user's folder with settings and hooks. */
  readonly userFolder: string;
  readonly hooks: readonly KeyedHook[];
  /** Keys of hooks that must not run although they could. */
  readonly leftOut: ReadonlySet<string>;
  /** Errors in the settings: hooks in them are missing. */
  readonly problems: readonly Diagnostic[];
}

/** The key of a hook: its place in the settings, from the project's folder. */
export function keyOf({ event, origin, source }: ConfiguredHook, project: string): string {
  const { file, path } = source;
  const fromProject = relative(project, file);
  const place = fromProject.startsWith("..") ? file : fromProject;
  return `${origin.scope} ${event} ${origin.scope === "user" ? "" : place} ${path}`;
}

/** Loads the configuration of a project without running anything; `skip` has ids of hooks to leave out. */
export async function loadConfiguration(
  options: Omit<HooksOptions, "sessionId">,
  skip: readonly string[],
): Promise<Configuration> {
  const project = realpathSync(resolve(options.cwd));
  const sources = { ...options, cwd: project };
  const home = options.home ?? homeFolder();
  const original = await createHooks({ ...sources, sessionId: randomUUID() });
  try {
    const snapshot = original.config.snapshot();
    const problem = settingsProblem(snapshot);
    if (problem !== undefined) throw new ReplayError(problem);
    const profile = profileOf(original.profile);
    const statuses = await original.config.statuses();
    const leftOut = new Map(
      statuses.flatMap(({ hook, state, because }) => {
        const why = whyLeftOut(hook, skip) ?? (state === "disabled" ? because : undefined);
        return why === undefined ? [] : [[keyOf(hook, project), why] as const];
      }),
    );
    const identity = (hook: ConfiguredHook) =>
      `${hook.event}\n${hookIdentity(hook, { projectDirectory: project })}`;
    const identical = Map.groupBy(snapshot.hooks, identity);
    const sameAs = (hook: ConfiguredHook): string | undefined => {
      const kept = keptDuplicate(identical.get(identity(hook)) ?? [hook]);
      if (kept === hook || !profile.mergesDuplicates) return undefined;
      return `${kept.source.file}:${kept.source.line}`;
    };
    const hooks = await Promise.all(
      statuses.map(async ({ hook, state, because }): Promise<KeyedHook> => {
        const key = keyOf(hook, project);
        const code = await codeOf(hook, project, profile, home);
        const { scripts } = code;
        const isGuard = whyItGuardsNothing({ hook, code }, profile) === undefined;
        const why = leftOut.get(key) ?? (state === "ready" ? undefined : because);
        const needsTrust = !leftOut.has(key) && (state === "untrusted" || state === "changed");
        return { key, hook, because: why, needsTrust, isGuard, scripts, sameAs: sameAs(hook) };
      }),
    );
    return {
      project,
      profile: original.profile,
      sources,
      home,
      userFolder:
        options.configFolder ??
        userConfigFolder(home, options.home === undefined ? process.env : {}),
      hooks,
      leftOut: new Set(leftOut.keys()),
      problems: snapshot.diagnostics.filter(({ level }) => level === "error"),
    };
  } finally {
    await original.close();
  }
}

function whyLeftOut(hook: ConfiguredHook, skip: readonly string[]): string | undefined {
  const { id, event, handler, label } = hook;
  const isCommand = !isReplayed(event) || definitionOf(handler).run.by === "process";
  const why = skip.includes(id)
    ? "--skip names it"
    : isCommand
      ? undefined
      : "it is not a command: what it does outside cannot be kept in a copy of the project";
  if (why !== undefined && !canBeSwitched(hook))
    throw new ReplayError(`the managed hook ${label} cannot be left out (${why})`);
  return why;
}
