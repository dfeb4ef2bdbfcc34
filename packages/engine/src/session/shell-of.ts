import { programOf } from "@snaphook/protocol";
import { settingsEnvironment } from "../config/environment.ts";
import { chooseShell } from "../run/command/choose-shell.ts";
import type { ConfiguredHook } from "../stages/snapshot.ts";
import type { HookSession } from "./hook-session.ts";

/** P5: the shell that runs the command of a hook; undefined if it needs none. */
export function shellOf(
  { profile, collaborators, bash, options, admission, sources }: HookSession,
  { handler, origin }: ConfiguredHook,
): string | undefined {
  const program = programOf(handler);
  if (!program) return undefined;
  const folder = sources.cwd;
  const variables = {
    ...(options.env ?? process.env),
    ...settingsEnvironment(admission.settings, origin.scope).variables,
    CLAUDE_PROJECT_DIR: folder,
    CLAUDE_PLUGIN_ROOT: origin.root,
    CLAUDE_PLUGIN_DATA: origin.pluginData,
  };
  const { platform } = collaborators;
  return chooseShell(program, { platform, profile, bash, folder, variables });
}
