import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brand } from "@snaphook/protocol";
import type { HookEvent } from "../../stages/hook-event.ts";
import type { ConfiguredHook } from "../../stages/snapshot.ts";
import type { RunContext } from "../run-context.ts";

/** How deep in hooks of its own an agent was started (P7). */
export const depthVariable = `${brand.environmentPrefix}DEPTH`;

export interface HookEnvironment {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Names of variables this hook does not get. */
  readonly withheld: readonly string[];
}

/** P7: what a hook's process inherits and is told by its environment. */
export function hookEnvironment(
  hook: ConfiguredHook,
  event: HookEvent,
  context: RunContext,
): HookEnvironment {
  const { origin } = hook;
  const inheritsAll = origin.scope === "user" || origin.scope === "managed";
  const withheld = inheritsAll
    ? []
    : context.credentialVariables.filter((name) => context.environment[name] !== undefined);
  const depth = Number(context.environment[depthVariable] ?? 0) + 1;
  return {
    withheld,
    variables: {
      ...context.environment,
      ...context.settingsFor(origin.scope),
      ...Object.fromEntries(withheld.map((name) => [name, undefined])),
      CLAUDECODE: "1",
      CLAUDE_CODE_ENTRYPOINT: context.entrypoint,
      CLAUDE_CODE_SESSION_ID: context.sessionId,
      CLAUDE_PROJECT_DIR: context.projectDirectory,
      CLAUDE_CODE_REMOTE: context.remote ? "true" : undefined,
      ...(origin.scope === "plugin"
        ? { CLAUDE_PLUGIN_ROOT: origin.root, CLAUDE_PLUGIN_DATA: origin.pluginData }
        : {}),
      ...(event.definition.hasEnvironmentFile
        ? { CLAUDE_ENV_FILE: freshEnvironmentFile(hook, event, context) }
        : {}),
      [depthVariable]: String(depth),
    },
  };
}

/** P8: one private file per hook, emptied when the hook runs again. */
function freshEnvironmentFile(hook: ConfiguredHook, event: HookEvent, context: RunContext): string {
  const folder = environmentFolder(context.sessionFolder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${event.name.toLowerCase()}-${hook.id}.sh`);
  writeFileSync(file, "", { mode: 0o600 });
  return file;
}

/** Where the files for variables of a session are. */
export const environmentFolder = (sessionFolder: string): string => join(sessionFolder, "env");
