import { statSync } from "node:fs";
import { brand } from "@snaphook/protocol";
import type { HookEvent } from "../../stages/hook-event.ts";
import type { PlannedRun } from "../../stages/run-plan.ts";
import { makeFolder } from "../../trust/make-folder.ts";
import type { RunContext } from "../run-context.ts";

/** How many levels of hooks an agent was started in (P7). */
const depthVariable = `${brand.environmentPrefix}DEPTH`;

export interface HookEnvironment {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Names of variables this hook does not get. */
  readonly withheld: readonly string[];
  /** Why the folder for the plugin's data does not exist. */
  readonly problem: string | undefined;
}

/** P7: the environment of a hook's process. */
export function hookEnvironment(
  planned: PlannedRun,
  event: HookEvent,
  context: RunContext,
): HookEnvironment {
  const { origin } = planned.hook;
  const ofPlugin = origin.scope === "plugin";
  const variables: Record<string, string | undefined> = {
    ...context.environment,
    ...context.settingsFor(origin.scope),
  };
  const inheritsAll = origin.scope === "user" || origin.scope === "managed";
  const withheld = inheritsAll
    ? []
    : context.credentialVariables.filter((name) => variables[name] !== undefined);
  for (const name of withheld) variables[name] = undefined;
  // Each is set or unset explicitly: an agent that runs inside a hook must not pass on that hook's variables.
  return {
    withheld,
    problem: ofPlugin ? makeDataFolder(origin.pluginData) : undefined,
    variables: Object.assign(variables, {
      CLAUDECODE: "1",
      CLAUDE_CODE_ENTRYPOINT: context.entrypoint,
      CLAUDE_CODE_SESSION_ID: context.sessionId,
      CLAUDE_PROJECT_DIR: context.projectDirectory,
      ...(context.remote ? { CLAUDE_CODE_REMOTE: "true" } : {}),
      CLAUDE_PLUGIN_ROOT: ofPlugin ? origin.root : undefined,
      CLAUDE_PLUGIN_DATA: ofPlugin ? origin.pluginData : undefined,
      CLAUDE_ENV_FILE: event.definition.hasEnvironmentFile
        ? context.environmentFiles.open(planned, event.name)
        : undefined,
      // T1: Python takes cached bytecode for a module without comparing it with the source, which trust covers.
      PYTHONPYCACHEPREFIX: context.pythonCache,
      [depthVariable]: String(depthBelow(context.environment[depthVariable])),
    }),
  };
}

/** One level deeper than this agent; an invalid number means the top level. */
function depthBelow(depth: string | undefined): number {
  const own = Number(depth ?? 0);
  return Number.isInteger(own) && own > 0 ? own + 1 : 1;
}

/** A plugin's data folder exists before its hooks run. */
function makeDataFolder(folder: string | undefined): string | undefined {
  if (folder === undefined) return undefined;
  try {
    makeFolder(folder);
    if (!statSync(folder).isDirectory()) throw new Error(`${folder} is not a folder`);
    return undefined;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `CLAUDE_PLUGIN_DATA could not be created: ${why}`;
  }
}
