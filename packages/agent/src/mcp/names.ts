/** A name as tools and rules have it: other characters than letters, digits, `_` and `-` become `_` (M5). */
export const safeName = (name: string): string => name.replaceAll(/[^A-Za-z0-9_-]/g, "_");

/** M5: how a tool or prompt of an MCP server is called. */
export const qualifiedName = (server: string, name: string): string =>
  `mcp__${safeName(server)}__${safeName(name)}`;
