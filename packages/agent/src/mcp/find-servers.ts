import { resolve } from "node:path";
import type { ScopeSettings } from "@snaphook/engine";
import {
  configuredServers,
  readJson,
  readMcpServers,
  readNamedFile,
} from "@snaphook/engine/internal";
import { mcpName } from "@snaphook/engine/rules";
import { CommandLineError } from "../command-line-error.ts";
import type { Environment } from "../environment.ts";
import { errorText } from "../error-text.ts";
import type { DriverServerConfig, McpServerConfig } from "./connection-types.ts";
import { expandVariables } from "./expand-variables.ts";

/** Where a server is configured. */
export type ServerSource = "user" | "local" | "project" | "plugin" | "command-line" | "driver";

export interface FoundServer {
  /** Its texts have no variables left. */
  readonly config: McpServerConfig;
  readonly source: ServerSource;
  /** A folder that must exist when it starts: that for its plugin's data (P7). */
  readonly dataFolder?: string;
}

export interface FoundServers {
  readonly servers: readonly FoundServer[];
  /** Servers that are not started, and other mistakes, for the user. */
  readonly problems: readonly string[];
}

/** A server as it is configured. */
export interface NamedServer {
  readonly config: McpServerConfig;
  readonly source: ServerSource;
  /** The folders of its plugin: the server gets them as variables, and its texts may name them. */
  readonly pluginFolders?: PluginFolders;
}

interface PluginFolders {
  readonly CLAUDE_PLUGIN_ROOT: string;
  readonly CLAUDE_PLUGIN_DATA: string;
}

export interface ServerPlaces {
  /** The settings in force: those of a project only if it is trusted (T6). */
  readonly settings: readonly ScopeSettings[];
  /** The servers of the command line. */
  readonly named: readonly NamedServer[];
  /** `--strict-mcp-config`: only those. */
  readonly strict?: boolean | undefined;
  readonly env: Environment;
}

/**
 * The servers of a session: those of the user for all projects, of the project's `.mcp.json`, of plugins, of the user for
 * this project, and of the command line. One replaces an earlier one of the same name.
 */
export function findServers(places: ServerPlaces): FoundServers {
  const ofFiles = places.strict ? [] : fromFiles(places.settings);
  const problems: string[] = [];
  const byName = new Map<string, NamedServer>();
  for (const server of [...ofFiles, ...places.named]) {
    const key = mcpName(server.config.name);
    const other = byName.get(key);
    if (other && other.config.name !== server.config.name)
      problems.push(
        `the MCP server "${other.config.name}" is not started: its tools would have the same names as those of "${server.config.name}"; rename one of them`,
      );
    byName.set(key, server);
  }
  const servers = [...byName.values()].flatMap((named): readonly FoundServer[] => {
    const { config, source, pluginFolders } = named;
    const expanded = expandConfig(config, { ...places.env, ...pluginFolders });
    if (!("missing" in expanded)) return [foundServer(expanded, source, pluginFolders)];
    const names = [...new Set(expanded.missing)];
    problems.push(
      `the MCP server "${config.name}" is not started: the variable${names.length === 1 ? "" : "s"} ${names.join(", ")} ${names.length === 1 ? "is" : "are"} not set; set ${names.length === 1 ? "it" : "them"}, or write a default: \${${names[0]}:-value}`,
    );
    return [];
  });
  return { servers, problems };
}

function fromFiles(settings: readonly ScopeSettings[]): readonly NamedServer[] {
  const off = settings.flatMap(({ values: { disabledMcpjsonServers: names } }) =>
    Array.isArray(names) ? names : [],
  );
  return configuredServers(settings).flatMap(({ config, origin }): readonly NamedServer[] => {
    const source = sources.find((one) => one === origin.scope) ?? "project";
    if (source === "project" && off.includes(config.name)) return [];
    const { root = "", pluginData = "" } = origin;
    const pluginFolders = { CLAUDE_PLUGIN_ROOT: root, CLAUDE_PLUGIN_DATA: pluginData };
    return [{ config, source, ...(source === "plugin" && { pluginFolders }) }];
  });
}

const sources: readonly ServerSource[] = ["user", "local", "project", "plugin"];

/** What the entry itself sets is stronger than the variables of its plugin. */
function foundServer(
  config: McpServerConfig,
  source: ServerSource,
  folders: PluginFolders | undefined,
): FoundServer {
  if (!folders) return { config, source };
  const full = config.kind === "stdio" ? { ...config, env: { ...folders, ...config.env } } : config;
  return { config: full, source, dataFolder: folders.CLAUDE_PLUGIN_DATA };
}

/** The servers of `--mcp-config`: of files, or of JSON that begins with `{`. Throws if one cannot be read. */
export const commandLineServers = (texts: readonly string[], cwd: string): readonly NamedServer[] =>
  texts.flatMap((text) => fromCommandLine(text, cwd));

function fromCommandLine(text: string, cwd: string): readonly NamedServer[] {
  const isJson = text.trimStart().startsWith("{");
  const label = isJson ? "--mcp-config" : `--mcp-config ${text}`;
  const json = readJson(label, isJson ? text : fileText(resolve(cwd, text), label));
  if (!json.ok) throw new CommandLineError(`${label}: ${json.message}`);
  const { servers, problems } = readMcpServers(json.document.value);
  const errors = problems.filter(({ level, unsupported }) => level === "error" && !unsupported);
  if (errors.length > 0)
    throw new CommandLineError(
      errors.map(({ message, advice }) => `${label}: ${message}; ${advice}`).join("\n"),
    );
  const failing = problems.flatMap(({ unsupported, advice }) =>
    unsupported ? [failingServer(unsupported.name, `${unsupported.because}; ${advice}`)] : [],
  );
  return [...servers, ...failing].map((config) => ({ config, source: "command-line" }));
}

/** A server that cannot be connected: it is listed as failed, and the session starts without it. */
const failingServer = (name: string, because: string): DriverServerConfig => ({
  kind: "driver",
  name,
  openTransport() {
    throw new Error(because);
  },
});

function fileText(file: string, label: string): string {
  try {
    return readNamedFile(file);
  } catch (error) {
    throw new CommandLineError(
      `${label}: the file cannot be read: ${errorText(error)}; name a file, or pass JSON that begins with {`,
    );
  }
}

/** A server with its variables replaced, or the names of those that are not set. */
export function expandConfig(
  config: McpServerConfig,
  env: Environment,
): McpServerConfig | { readonly missing: readonly string[] } {
  if (config.kind === "driver") return config;
  const missing: string[] = [];
  const text = (value: string): string => {
    const expanded = expandVariables(value, env);
    if ("text" in expanded) return expanded.text;
    missing.push(...expanded.missing);
    return value;
  };
  const texts = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, text(value)]));
  const expanded: McpServerConfig =
    config.kind === "http"
      ? { ...config, url: text(config.url), headers: texts(config.headers) }
      : {
          ...config,
          command: text(config.command),
          args: config.args.map(text),
          env: texts(config.env),
        };
  return missing.length === 0 ? expanded : { missing };
}
