import type { ConfiguredHook, Diagnostic, Hooks, Snapshot } from "@snaphook/engine";
import { type Profile, profileNamed, profiles } from "@snaphook/protocol";
import { type HookCode, readHookCode } from "./hook-code.ts";

/** What the rules look at; everything is read once, and nothing is started. */
export interface LintSubject {
  readonly snapshot: Snapshot;
  /** What `CLAUDE_PROJECT_DIR` stands for. */
  readonly projectDirectory: string;
  readonly profile: Profile;
  /** The hooks that can run, each with what can be seen of its code. */
  readonly hooks: readonly LintedHook[];
}

export interface LintedHook {
  readonly hook: ConfiguredHook;
  readonly code: HookCode;
}

/** A rule that needs more than one entry, or the file system. Rules that see one entry are the engine's. */
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

/** A warning that stands where the hook does. */
export const warningAt = (
  { source }: ConfiguredHook,
  finding: Pick<Diagnostic, "code" | "message" | "advice">,
): Diagnostic => ({ level: "warning", place: source, ...finding });
