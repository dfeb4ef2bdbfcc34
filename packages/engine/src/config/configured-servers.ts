import { isObject } from "../is-object.ts";
import type { Origin, ScopeSettings } from "../stages/snapshot.ts";
import { type McpServerConfig, readMcpServers } from "./mcp-servers.ts";

/** An MCP server that files configure, by the name that it has in the session. */
export interface ConfiguredServer {
  readonly config: McpServerConfig;
  readonly origin: Origin;
}

/** The servers that settings name; a plugin's server is called `plugin:PLUGIN:SERVER`. */
export const configuredServers = (
  settings: readonly ScopeSettings[],
): readonly ConfiguredServer[] =>
  settings
    .filter(({ namesServers }) => namesServers)
    .flatMap(({ origin, values }) =>
      readMcpServers(values).servers.map((config) => ({
        config: { ...config, name: sessionName(config.name, origin) },
        origin,
      })),
    );

const sessionName = (name: string, { scope, owner }: Origin): string =>
  scope === "plugin" ? `plugin:${owner}:${name}` : name;

/** The names of the servers that files configure, trusted or not, also of those whose entry has a mistake. */
export const serverNames = (settings: readonly ScopeSettings[]): readonly string[] =>
  settings
    .filter(({ namesServers }) => namesServers)
    .flatMap(({ origin, values: { mcpServers } }) =>
      isObject(mcpServers) ? Object.keys(mcpServers).map((name) => sessionName(name, origin)) : [],
    );
