import {
  type Clock,
  type McpCaller,
  makeFolder,
  type StartServer,
} from "@snaphook/engine/internal";
import { mcpName } from "@snaphook/engine/rules";
import type { SlashCommand } from "../commands/slash-command.ts";
import type { Environment } from "../environment.ts";
import { errorText } from "../error-text.ts";
import { numberVariable } from "../number-variable.ts";
import type { Tool } from "../tools/tool.ts";
import type { ElicitationAnswer, ElicitationQuestion } from "./connection-types.ts";
import type { FoundServer, FoundServers } from "./find-servers.ts";
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

/** A server, and whether the user turned it off. */
export interface ListedServer {
  readonly server: McpServer;
  readonly isOff: boolean;
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
  /** All servers, also those that are turned off. */
  servers(): readonly ListedServer[];
  /** Closes servers by name and starts others; resolves when those answer or have failed. */
  replace(removed: readonly string[], added: readonly FoundServer[]): Promise<void>;
  /** Connects a server again, or for the first time if it was off. Rejects with the reason. */
  reconnect(name: string): Promise<void>;
  /** Turns a server off: it is closed, and its tools are no longer offered. */
  turnOff(name: string): Promise<void>;
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
  let off: readonly McpServer[] = [];
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

  let limits: { readonly startMs: number; readonly callMs: number } | undefined;
  function create(found: FoundServer): McpServer {
    limits ??= {
      startMs: numberVariable(env, startLimit, warn),
      callMs: numberVariable(env, callLimit, warn),
    };
    const { config } = found;
    const callMs = (config.kind === "driver" ? config.callMs : undefined) ?? limits.callMs;
    return createMcpServer({
      found,
      limits: { ...limits, callMs },
      clock,
      warn,
      onListing: refreshTools,
      connection: {
        cwd,
        projectDirectory: cwd,
        folder,
        startServer,
        env: { ...options.serverEnv(), ...(config.kind === "stdio" ? config.env : {}) },
        elicit: (question, signal) => elicit(config.name, question, signal),
      },
    });
  }

  /** Closes servers and starts others. */
  async function exchange(old: readonly McpServer[], started: readonly McpServer[]): Promise<void> {
    servers = [...servers.filter((one) => !old.includes(one)), ...started];
    off = off.filter((one) => !old.includes(one));
    await Promise.all(old.map((one) => one.close()));
    refreshTools();
    await Promise.all(started.map((one) => one.start()));
  }

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
      servers = found.map(create);
    },
    start() {
      for (const folder of dataFolders) makeDataFolder(folder, warn);
      void Promise.all(servers.map((server) => server.start())).then(() => ready.resolve());
    },
    connected: () => ready.promise,
    statuses: () => servers.map((one) => ({ name: one.name, status: one.status().state })),
    servers: () => [
      ...servers.map((server) => ({ server, isOff: false })),
      ...off.map((server) => ({ server, isOff: true })),
    ],
    replace: (removed, added) =>
      exchange(
        [...servers, ...off].filter(({ name }) => removed.includes(name)),
        added.map(create),
      ),
    async reconnect(name) {
      const old = serverNamed(name) ?? off.find((one) => one.name === name);
      if (!old) throw new Error(missing(name));
      const started = create({ config: old.config, source: old.source });
      await exchange([old], [started]);
      const status = started.status();
      if (status.state !== "connected")
        throw new Error(
          `the MCP server ${name} is not connected: ${"because" in status ? status.because : status.state}`,
        );
    },
    async turnOff(name) {
      const server = serverNamed(name);
      if (!server) throw new Error(missing(name));
      await exchange([server], []);
      off = [...off, server];
    },
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

function makeDataFolder(folder: string, warn: (text: string) => void): void {
  try {
    makeFolder(folder);
  } catch (error) {
    warn(`CLAUDE_PLUGIN_DATA could not be created: ${errorText(error)}`);
  }
}
