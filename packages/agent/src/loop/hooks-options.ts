import type { HooksOptions } from "@snaphook/engine";
import { firedEvents } from "../effects/fired-events.ts";
import { credentialVariables } from "../model/choose-model.ts";
import { parseAgentsFlag } from "../subagents/parse-agents.ts";
import type { AgentOptions } from "./agent-options.ts";
import type { CompleteOptions } from "./complete-options.ts";
import { restrictingSettings } from "./restricting-settings.ts";

/** The options for the hooks. */
export function hooksOptions(options: CompleteOptions): Omit<HooksOptions, "sessionId"> {
  const { profile, settings, pluginDirectories, mainAgent, managedFile } = options;
  const { trustProject, hooks, trace, clock, spawn, cwd, home, configFolder } = options;
  const { env, headless, effort } = options;
  return {
    ...(profile && { profile }),
    ...ofStartingProgram(options),
    ...(settings !== undefined && { settings }),
    ...(pluginDirectories && { pluginDirectories }),
    ...(mainAgent !== undefined && { mainAgent }),
    ...(options.agents !== undefined && { agentHooks: parseAgentsFlag(options.agents).hooks }),
    ...(managedFile !== undefined && { managedFile }),
    ...(trustProject !== undefined && { trustProject }),
    ...(hooks && { hooks }),
    ...(trace && { trace }),
    ...(options.strictMcpConfig && { onlyAddedServers: true }),
    ...(spawn && { spawn }),
    ...(options.bare ? { settingSources: [] } : sourcesOf(options)),
    cwd,
    home,
    configFolder,
    headless,
    canDefer: headless,
    fires: (name, ofSettings) =>
      firedEvents(name, {
        asks: options.ask !== undefined,
        headless,
        env: { ...env, ...ofSettings },
      }),
    clock,
    env: effort === undefined ? env : { ...env, CLAUDE_EFFORT: effort },
    entrypoint: headless ? "sdk-cli" : "cli",
    credentialVariables: credentialVariables(env),
  };
}

/** What the program that starts the agent decides. */
const ofStartingProgram = ({ defaultProfile, managedSettings }: AgentOptions) => ({
  ...(defaultProfile && { defaultProfile }),
  ...(managedSettings !== undefined && { managedSettings: restrictingSettings(managedSettings) }),
});

/** The setting sources, if the options name them. */
export const sourcesOf = ({ settingSources }: AgentOptions) =>
  settingSources ? { settingSources } : {};
