import { mkdirSync } from "node:fs";
import type { Clock, McpCaller, StartServer } from "@snaphook/engine/internal";
import { mcpName } from "@snaphook/engine/rules";
import type { SlashCommand } from "../commands/slash-command.ts";
import type { Environment } from "../environment.ts";
import { errorText } from "../error-text.ts";
import { numberVariable } from "../number-variable.ts";
import type { Tool } from "../tools/tool.ts";
import type { ElicitationAnswer, ElicitationQuestion } from "./connection-types.ts";
import type { FoundServers } from "./find-servers.ts";
import { createMcpServer, type McpServer, type ServerStatus } from "./mcp-server.ts";
import { mcpTool, toolProblem } from "./mcp-tool.ts";
import { promptCommands } from "./prompt-commands.ts";
import { resourceTools } from "./resource-tools.ts";
import { resultBlocks, textOfBlocks } from "./result-blocks.ts";

export interface McpOptions {
  readonly cwd: string;
  /** The host's own variables, which set the limits. */
  readonly env: Environment;
  /** What servers get: without the model's credentials, with the variables of the settings in force. */
  serverEnv(): Environment;
  readonly folder: string;
  readonly clock: Clock;
  readonly startServer: StartServer;
  readonly warn: (text: string) => void;
}

type AskedElicit = (
  server: string,
  question: ElicitationQuestion,
  signal: AbortSignal,
) => Promise<ElicitationAnswer>;

/** The MCP servers of a session. */
export interface McpServers {
  /** How mcp_tool hooks call tools (H5); it waits for servers that are starting. */
  readonly caller: McpCaller;
  /** Which servers there are; none is started yet. */
  setServers(found: FoundServers): void;
  /** Starts the servers, without waiting for them. */
  start(): void;
  /** Resolves when each server answers or has failed; later the same tools may be offered by other servers. */
  connected(): Promise<void>;
  statuses(): readonly { readonly name: string; readonly status: ServerStatus["state"] }[];
  tools(): readonly Tool[];
  commands(): readonly SlashCommand[];
  /** Calls back with all tools now and whenever they change. */
  onTools(listener: (tools: readonly Tool[]) => void): void;
  /** Answers questions of servers; until then they are cancelled. */
  setElicit(elicit: AskedElicit): void;
  close(): Promise<void>;
}

const startLimit = { name: "MCP_TIMEOUT", default: 30_000, min: 1, max: 2 ** 31 - 1 } as const;
const callLimit = { name: "MCP_TOOL_TIMEOUT", default: 600_000, min: 1, max: 2 ** 31 - 1 } as const;

export function createMcpServers(options: McpOptions): McpServers {
  const { env, warn, clock, cwd, folder, startServer } = options;
  let servers: readonly McpServer[] = [];
  let dataFolders: readonly string[] = [];
  let isKnown = false;
  const ready = Promise.withResolvers<void>();
  let elicit: AskedElicit = async () => ({ action: "cancel" });
  let listener: (tools: readonly Tool[]) => void = () => {};
  let tools: readonly Tool[] = [];

  function refreshTools(): void {
    const byName = new Map<string, Tool>();
    const all = servers.flatMap((server) =>
      server.listing().tools.map((listed) => ({ server, listed, tool: mcpTool(server, listed) })),
    );
    for (const { server, listed, tool } of all) {
      // A rule for one of them must not apply to the other.
      const rival = all.find((one) => one.server !== server && one.tool.name === tool.name);
      const problem = rival
        ? `the server ${rival.server.name} has a tool ${tool.name} too; rename one of the servers`
        : byName.has(tool.name)
          ? `the server has another tool ${tool.name}`
          : toolProblem(server, listed);
      if (problem === undefined) byName.set(tool.name, tool);
      else
        warnOnce(
          `the tool ${listed.name} of the MCP server ${server.name} is not offered: ${problem}`,
        );
    }
    tools = [...byName.values(), ...resourceTools(servers)];
    listener(tools);
  }
  const warned = new Set<string>();
  const warnOnce = (text: string) => {
    if (!warned.has(text)) warn(text);
    warned.add(text);
  };

  const serverNamed = (name: string): McpServer | undefined =>
    servers.find((server) => server.name === name || mcpName(server.name) === name);
  const missing = (name: string): string =>
    servers.length === 0
      ? "no MCP server is configured"
      : `no MCP server is called ${name}; there are ${servers.map((one) => one.name).join(", ")}`;

  return {
    caller: {
      problem: (name) => (isKnown && !serverNamed(name) ? missing(name) : undefined),
      async call({ server: name, tool, input, signal }) {
        await ready.promise;
        const server = serverNamed(name);
        if (!server) throw new Error(missing(name));
        const answer = await server.use(signal, (connection, inner) =>
          connection.call(tool, input, inner),
        );
        return {
          text: textOfBlocks(await resultBlocks(answer, folder)),
          isError: answer.isError,
        };
      },
    },
    setServers({ servers: found, problems }) {
      isKnown = true;
      for (const problem of problems) warn(problem);
      if (found.length === 0) return;
      const limits = {
        startMs: numberVariable(env, startLimit, warn),
        callMs: numberVariable(env, callLimit, warn),
      };
      dataFolders = [...new Set(found.flatMap(({ dataFolder }) => dataFolder ?? []))];
      const common = { cwd, projectDirectory: cwd, folder, startServer };
      servers = found.map((one) =>
        createMcpServer({
          found: one,
          limits,
          clock,
          warn,
          onListing: refreshTools,
          connection: {
            ...common,
            env: {
              ...options.serverEnv(),
              ...(one.config.kind === "stdio" ? one.config.env : {}),
            },
            elicit: (question, signal) => elicit(one.config.name, question, signal),
          },
        }),
      );
    },
    start() {
      for (const folder of dataFolders) makeFolder(folder, warn);
      void Promise.all(servers.map((server) => server.start())).then(() => ready.resolve());
    },
    connected: () => ready.promise,
    statuses: () => servers.map((one) => ({ name: one.name, status: one.status().state })),
    tools: () => tools,
    commands: () => servers.flatMap(promptCommands),
    onTools(added) {
      listener = added;
      listener(tools);
    },
    setElicit(handler) {
      elicit = handler;
    },
    async close() {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

function makeFolder(folder: string, warn: (text: string) => void): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    warn(`CLAUDE_PLUGIN_DATA could not be created: ${errorText(error)}`);
  }
}
