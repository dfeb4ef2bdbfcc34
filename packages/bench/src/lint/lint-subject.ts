import type { ConfiguredHook, Diagnostic, Hooks, Snapshot } from "@snaphook/engine";
import { type Profile, profileNamed, profiles } from "@snaphook/protocol";
import { type HookCode, readHookCode } from "./hook-code.ts";

/** The input of the rules. Everything is read once, and nothing is started. */
export interface LintSubject {
  readonly snapshot: Snapshot;
  /** The value of `CLAUDE_PROJECT_DIR`. */
  readonly projectDirectory: string;
  readonly profile: Profile;
  /** The hooks that can run, each with its code as far as it can be read. */
  readonly hooks: readonly LintedHook[];
}

export interface LintedHook {
  readonly hook: ConfiguredHook;
  readonly code: HookCode;
}

/** A rule that needs more than one entry, or the file system. The engine has the rules for a single entry. */
export type LintRule = (subject: LintSubject) => readonly Diagnostic[];

export async function lintSubject(hooks: Hooks, home: string): Promise<LintSubject> {
  const snapshot = hooks.config.snapshot();
  const folders = { projectDirectory: hooks.cwd, home };
  const awake = snapshot.hooks.filter((hook) => hook.dormant === undefined);
  return {
    snapshot,
    projectDirectory: hooks.cwd,
    profile: profileNamed(hooks.profile) ?? profiles.reference,
    hooks: await Promise.all(
      awake.map(async (hook) => ({ hook, code: await readHookCode(hook, folders) })),
    ),
  };
}

/** A warning at the place where the hook is configured. */
export const warningAt = (
  { source }: ConfiguredHook,
  finding: Pick<Diagnostic, "code" | "message" | "advice">,
): Diagnostic => ({ level: "warning", place: source, ...finding });
