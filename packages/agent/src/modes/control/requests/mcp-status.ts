import type { ListedServer } from "../../../mcp/mcp-servers.ts";
import type { ControlHandler } from "../control-context.ts";

export const mcpStatus: ControlHandler = async (_request, { opened }) => ({
  mcpServers: (await opened()).control.servers.list().map(serverStatus),
});

const scopes = {
  user: "user",
  local: "local",
  project: "project",
  plugin: "dynamic",
  "command-line": "dynamic",
  driver: "dynamic",
} as const;

/** A server as drivers read it. A server that ended counts as failed. */
export function serverStatus({ server, isOff }: ListedServer) {
  const { name, config, source } = server;
  const status = server.status();
  const answers = status.state === "connected";
  return {
    name,
    status: isOff ? "disabled" : status.state === "ended" ? "failed" : status.state,
    ...("because" in status && !isOff ? { error: status.because } : {}),
    ...(answers && !isOff ? { serverInfo: server.info() } : {}),
    scope: scopes[source],
    source: config.kind === "driver" ? "sdk" : scopes[source],
    config: shownConfig(config),
    ...(answers && !isOff ? { tools: server.listing().tools.map(shownTool) } : {}),
  };
}

/** Without variables and headers, which may hold secrets. */
function shownConfig(config: ListedServer["server"]["config"]) {
  switch (config.kind) {
    case "stdio":
      return { type: "stdio", command: config.command, args: config.args };
    case "http":
      return { type: "http", url: config.url };
    case "driver":
      return { type: "sdk", name: config.name };
  }
}

const shownTool = ({ name, description, annotations }: Readonly<Record<string, unknown>>) => ({
  name,
  ...(typeof description === "string" ? { description } : {}),
  ...(annotations === undefined ? {} : { annotations: shownHints(annotations) }),
});

function shownHints(annotations: unknown) {
  const hints = annotations as Readonly<Record<string, unknown>>;
  const pairs = [
    ["readOnly", hints["readOnlyHint"]],
    ["destructive", hints["destructiveHint"]],
    ["openWorld", hints["openWorldHint"]],
  ] as const;
  return Object.fromEntries(pairs.filter(([, value]) => typeof value === "boolean"));
}
