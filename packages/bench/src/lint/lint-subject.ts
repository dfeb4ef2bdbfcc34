import { homedir } from "node:os";
import type { ConfiguredHook, Diagnostic, Hooks, Snapshot } from "@snaphook/engine";
import { type Profile, profileNamed, profiles } from "@snaphook/protocol";
import { type HookCode, readHookCode } from "./hook-code.ts";

/** The input of the rules. Everything is read once, and nothing is started. */
export interface LintSubject {
  readonly snapshot: Snapshot;
  /** The value of `CLAUDE_PROJECT_DIR`. */
  readonly projectDirectory: string;
  readonly profile: Profile;
  /** The platform the hooks are judged for, as `process.platform` names it. */
  readonly platform: string;
  /** The shell that runs a hook's command on this system (P5). */
  readonly shellOf: Hooks["config"]["shellOf"];
  /** The names of all variables that the environment or some settings set. */
  readonly variables: ReadonlySet<string>;
  /** The hooks that can run, each with its code as far as it can be read. */
  readonly hooks: readonly LintedHook[];
}

export interface LintedHook {
  readonly hook: ConfiguredHook;
  readonly code: HookCode;
}

/** A rule that needs more than one entry, or the file system. The engine has the rules for a single entry. */
export type LintRule = (subject: LintSubject) => readonly Diagnostic[];

/** What the hooks are judged for. */
export interface LintOptions {
  /** Replaces `~` in commands. Default: the user's home. */
  readonly home?: string;
  /** Default: this one. */
  readonly platform?: string;
  /** Default: that of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What the host found in its own files. */
  readonly found?: readonly Diagnostic[];
}

export async function lintSubject(
  hooks: Hooks,
  { home = homedir(), platform = process.platform, env = process.env }: LintOptions,
): Promise<LintSubject> {
  const snapshot = hooks.config.snapshot();
  const profile = profileNamed(hooks.profile) ?? profiles.reference;
  const surroundings = { projectDirectory: hooks.cwd, home, platform, profile };
  const awake = snapshot.hooks.filter((hook) => hook.dormant === undefined);
  return {
    snapshot,
    projectDirectory: hooks.cwd,
    profile,
    platform,
    shellOf: hooks.config.shellOf,
    variables: new Set([
      ...Object.keys(env),
      ...snapshot.settings.flatMap(({ values }) => Object.keys(values["env"] ?? {})),
    ]),
    hooks: await Promise.all(
      awake.map(async (hook) => ({ hook, code: await readHookCode(hook, surroundings) })),
    ),
  };
}

/** A warning at the place where the hook is configured. */
export const warningAt = (
  { source }: ConfiguredHook,
  finding: Pick<Diagnostic, "code" | "message" | "advice">,
): Diagnostic => ({ level: "warning", place: source, ...finding });
