import { basename, resolve } from "node:path";
import type { ScopeSettings } from "@snaphook/engine";
import {
  type McpServerConfig,
  mcpFileName,
  readJson,
  readMcpServers,
  readNamedFile,
} from "@snaphook/engine/internal";
import { mcpName } from "@snaphook/engine/rules";
import { CommandLineError } from "../command-line-error.ts";
import type { Environment } from "../environment.ts";
import { errorText } from "../error-text.ts";
import { expandVariables } from "./expand-variables.ts";

/** Where a server is configured. */
export type ServerSource = "project" | "command-line";

export interface FoundServer {
  /** Its texts have no variables left. */
  readonly config: McpServerConfig;
  readonly source: ServerSource;
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
 * The servers of a session: those of the project's `.mcp.json`, then those of the command line, which replace a server
 * of the same name.
 */
export function findServers(places: ServerPlaces): FoundServers {
  const ofProject = places.strict ? [] : fromProject(places.settings);
  const problems: string[] = [];
  const byName = new Map<string, NamedServer>();
  for (const server of [...ofProject, ...places.named]) {
    const key = mcpName(server.config.name);
    const other = byName.get(key);
    if (other && other.config.name !== server.config.name)
      problems.push(
        `the MCP server "${other.config.name}" is not started: its tools would have the same names as those of "${server.config.name}"; rename one of them`,
      );
    byName.set(key, server);
  }
  const servers = [...byName.values()].flatMap(({ config, source }) => {
    const expanded = expandConfig(config, places.env);
    if (!("missing" in expanded)) return [{ config: expanded, source }];
    const names = [...new Set(expanded.missing)];
    problems.push(
      `the MCP server "${config.name}" is not started: the variable${names.length === 1 ? "" : "s"} ${names.join(", ")} ${names.length === 1 ? "is" : "are"} not set; set ${names.length === 1 ? "it" : "them"}, or write a default: \${${names[0]}:-value}`,
    );
    return [];
  });
  return { servers, problems };
}

function fromProject(settings: readonly ScopeSettings[]): readonly NamedServer[] {
  const off = settings.flatMap(({ values: { disabledMcpjsonServers: names } }) =>
    Array.isArray(names) ? names : [],
  );
  return settings
    .filter(({ file }) => basename(file) === mcpFileName)
    .flatMap(({ values }) => readMcpServers(values).servers)
    .filter(({ name }) => !off.includes(name))
    .map((config) => ({ config, source: "project" }));
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
  const errors = problems.filter(({ level }) => level === "error");
  if (errors.length > 0)
    throw new CommandLineError(
      errors.map(({ message, advice }) => `${label}: ${message}; ${advice}`).join("\n"),
    );
  return servers.map((config) => ({ config, source: "command-line" }));
}

function fileText(file: string, label: string): string {
  try {
    return readNamedFile(file);
  } catch (error) {
    throw new CommandLineError(
      `${label}: the file cannot be read: ${errorText(error)}; name a file, or pass JSON that begins with {`,
    );
  }
}

function expandConfig(
  config: McpServerConfig,
  env: Environment,
): McpServerConfig | { readonly missing: readonly string[] } {
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
