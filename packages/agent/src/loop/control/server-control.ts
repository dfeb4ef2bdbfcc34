import type { McpServerConfig } from "../../mcp/connection-types.ts";
import { expandConfig, type FoundServer } from "../../mcp/find-servers.ts";
import type { ListedServer } from "../../mcp/mcp-servers.ts";
import type { SessionParts } from "../session-parts.ts";

/** What setting the servers did. */
interface ServersSet {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly errors: Readonly<Record<string, string>>;
}

/** The MCP servers of a session, as its driver sees and changes them. */
export interface ServerControl {
  list(): readonly ListedServer[];
  /** Makes these the servers that were added during the session; resolves when they answer or have failed. */
  set(configs: readonly McpServerConfig[]): Promise<ServersSet>;
  reconnect(name: string): Promise<void>;
  setEnabled(name: string, enabled: boolean): Promise<void>;
}

export function createServerControl({ mcp, agent }: SessionParts): ServerControl {
  /** The servers that the driver added during the session. */
  let set: readonly string[] = [];
  return {
    list: mcp.servers,
    async set(configs) {
      const errors: Record<string, string> = {};
      const added: FoundServer[] = [];
      for (const config of configs) {
        const expanded = expandConfig(config, agent.context.env);
        if ("missing" in expanded)
          errors[config.name] = `these variables are not set: ${expanded.missing.join(", ")}`;
        else added.push({ config: expanded, source: "driver" });
      }
      const names = added.map(({ config }) => config.name);
      const known = mcp.servers().map(({ server }) => server.name);
      const fresh = names.filter((name) => !known.includes(name));
      const dropped = set.filter((name) => !names.includes(name));
      const again = names.filter((name) => known.includes(name));
      await mcp.replace([...dropped, ...again], added);
      set = names;
      for (const { server } of mcp.servers()) {
        const status = server.status();
        if (names.includes(server.name) && "because" in status)
          errors[server.name] = status.because;
      }
      return { added: fresh.filter((name) => !(name in errors)), removed: dropped, errors };
    },
    reconnect: mcp.reconnect,
    setEnabled: (name, enabled) => (enabled ? mcp.reconnect(name) : mcp.turnOff(name)),
  };
}
