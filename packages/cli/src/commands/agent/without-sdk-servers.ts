import { isObject } from "@snaphook/engine/internal";

/**
 * A value of `--mcp-config` without servers of the type `sdk`: they run in the program on stdin. Older versions of the
 * Claude Agent SDK name them here and in `initialize`, which is what connects them.
 */
export function withoutSdkServers(config: string): string {
  const servers = serversIn(config);
  if (!servers) return config;
  const others = Object.entries(servers).filter(
    ([, server]) => !(isObject(server) && server["type"] === "sdk"),
  );
  return others.length === Object.keys(servers).length
    ? config
    : JSON.stringify({ mcpServers: Object.fromEntries(others) });
}

function serversIn(config: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const { mcpServers } = JSON.parse(config);
    return isObject(mcpServers) ? mcpServers : undefined;
  } catch {
    // A file, or a mistake that is reported where the configuration is read.
    return undefined;
  }
}
