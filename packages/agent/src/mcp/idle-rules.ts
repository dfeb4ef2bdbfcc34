import { mcpName } from "@snaphook/engine/rules";
import type { Permissions } from "../permissions/permissions.ts";
import type { McpServers } from "./mcp-servers.ts";

const maxNames = 20;

/** C5: deny and ask rules for a tool that its MCP server, which has listed its tools, does not have; each in one line. */
export function idleRules(
  mcp: Pick<McpServers, "tools" | "statuses">,
  permissions: Pick<Permissions, "restrictingRules">,
): readonly string[] {
  const tools = mcp.tools();
  return permissions.restrictingRules().flatMap(({ text, tool, matches }) => {
    const server = mcp
      .statuses()
      .find(({ name }) => mcpName(tool).startsWith(`mcp__${mcpName(name)}__`));
    if (server?.status !== "connected" || tool === `mcp__${server.name}__*`) return [];
    if (tools.some(matches)) return [];
    const names = tools.flatMap(({ name, mcpServer }) => (mcpServer === server.name ? [name] : []));
    const shown = names.slice(0, maxNames).join(", ") + (names.length > maxNames ? " …" : "");
    return [
      `the rule ${text} has no effect: the MCP server ${server.name} has no such tool; it has ${shown || "none"}`,
    ];
  });
}
