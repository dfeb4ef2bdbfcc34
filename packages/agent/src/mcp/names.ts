import { mcpName } from "@snaphook/engine/rules";

/** M5: how a tool or prompt of an MCP server is called. */
export const qualifiedName = (server: string, name: string): string =>
  `mcp__${mcpName(server)}__${mcpName(name)}`;
