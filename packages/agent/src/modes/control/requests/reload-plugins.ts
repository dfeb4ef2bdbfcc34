import type { ControlHandler } from "../control-context.ts";
import { serverStatus } from "./mcp-status.ts";

/** Reads the commands of plugins again. Their hooks are read again by the session itself, when their files change. */
export const reloadPlugins: ControlHandler = async ({ add_plugins }, { opened }) => {
  if (Array.isArray(add_plugins) && add_plugins.length > 0)
    throw new Error("plugins cannot be added during a session; start it with --plugin-dir");
  const { control } = await opened();
  await control.reloadCommands();
  const { commands, agents, plugins } = control.describe();
  const mcpServers = control.servers.list().map(serverStatus);
  return { commands, agents, plugins, mcpServers, error_count: 0 };
};
