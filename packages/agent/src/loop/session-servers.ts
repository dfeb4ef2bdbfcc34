import { basename } from "node:path";
import type { Hooks } from "@snaphook/engine";
import { processStarter } from "@snaphook/engine/internal";
import { commandLineServers, findServers } from "../mcp/find-servers.ts";
import { createMcpServers, type McpServers } from "../mcp/mcp-servers.ts";
import { credentialVariables } from "../model/choose-model.ts";
import type { CompleteOptions } from "./complete-options.ts";

interface SessionServers {
  readonly mcp: McpServers;
  /** The names of the servers that the command line adds. */
  readonly added: readonly string[];
  /** Finds the servers that the settings in force and the command line name, and starts none. */
  findIn(hooks: Pick<Hooks, "config">): void;
}

/** The MCP servers of a session. Throws if the command line is wrong about them. They run outside the sandbox, like hooks, and without the model's credentials. */
export function sessionServers(
  options: CompleteOptions,
  sessionFolder: string,
  warn: (text: string) => void,
): SessionServers {
  const { cwd, env, clock, spawn, mcpConfig, strictMcpConfig: strict } = options;
  const ofDriver = (options.driverServers ?? []).map(
    (config) => ({ config, source: "driver" }) as const,
  );
  const named = [...commandLineServers(mcpConfig ?? [], cwd), ...ofDriver];
  const secrets = new Set(credentialVariables(env));
  const open = Object.fromEntries(Object.entries(env).filter(([name]) => !secrets.has(name)));
  let settingsEnv: Readonly<Record<string, string>> = {};
  const mcp = createMcpServers({
    cwd,
    env,
    folder: sessionFolder,
    clock,
    warn,
    startServer: processStarter({ spawn, clock, env }).startServer,
    serverEnv: () => ({
      ...open,
      ...settingsEnv,
      CLAUDE_PROJECT_DIR: cwd,
      // Processes that a killed host left behind are found by it.
      CLAUDE_CODE_SESSION_ID: basename(sessionFolder),
    }),
  });
  return {
    mcp,
    added: named.map(({ config }) => config.name),
    findIn({ config }) {
      settingsEnv = config.environment();
      const settings = config.settings();
      mcp.setServers(findServers({ settings, named, strict, env: { ...env, ...settingsEnv } }));
    },
  };
}
