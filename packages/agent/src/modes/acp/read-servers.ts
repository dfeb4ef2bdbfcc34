import { type McpServer, RequestError } from "@agentclientprotocol/sdk";

/** The MCP servers that the client hands over, as `--mcp-config` takes them. */
export function readServers(servers: readonly McpServer[]): readonly string[] {
  if (servers.length === 0) return [];
  const mcpServers = Object.fromEntries(servers.map((server) => [server.name, configOf(server)]));
  return [JSON.stringify({ mcpServers })];
}

function configOf(server: McpServer): object {
  if (!("type" in server))
    return { command: server.command, args: server.args, env: valuesByName(server.env) };
  if (server.type === "http")
    return { type: "http", url: server.url, headers: valuesByName(server.headers) };
  throw RequestError.invalidParams(
    undefined,
    `the MCP server ${server.name} uses sse, which is not supported; use http or a command`,
  );
}

const valuesByName = (list: readonly { readonly name: string; readonly value: string }[]) =>
  Object.fromEntries(list.map(({ name, value }) => [name, value]));
