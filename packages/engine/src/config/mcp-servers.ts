import { describeValue } from "@snaphook/protocol";
import { isObject } from "../is-object.ts";
import { nearestName } from "../text/nearest-name.ts";
import type { JsonPath } from "./json-document.ts";

/** An MCP server as a file or `--mcp-config` names it; variables in its texts are not replaced yet. */
export type McpServerConfig = { readonly name: string } & (
  | {
      readonly kind: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: "http";
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    }
);

/** What is wrong with an entry. An error: the server is not started. */
interface McpProblem {
  readonly path: JsonPath;
  readonly level: "error" | "warning";
  readonly message: string;
  readonly advice: string;
  /** The entry is right, but servers of its type are not supported. */
  readonly unsupported?: { readonly name: string; readonly because: string };
}

export interface McpServers {
  readonly servers: readonly McpServerConfig[];
  readonly problems: readonly McpProblem[];
}

const example = '{"mcpServers": {"NAME": {"command": "PROGRAM", "args": []}}}';
const keysOf = {
  stdio: ["type", "command", "args", "env"],
  http: ["type", "url", "headers"],
} as const;

/** Reads the value of an `.mcp.json` or of `--mcp-config`. A wrong entry is skipped; the others are used. */
export function readMcpServers(value: unknown): McpServers {
  const problem = (path: JsonPath, message: string, advice: string): McpServers => ({
    servers: [],
    problems: [{ path, level: "error", message, advice }],
  });
  if (!isObject(value)) return problem([], "this is not an object", `write ${example}`);
  const { mcpServers, ...rest } = value;
  if (mcpServers === undefined) return problem([], ...withoutServers(rest));
  if (!isObject(mcpServers))
    return problem(
      ["mcpServers"],
      `"mcpServers" must be an object, but is ${describeValue(mcpServers)}`,
      `write ${example}`,
    );
  const read = Object.entries(mcpServers).map(([name, entry]) => readServer(name, entry));
  return {
    servers: read.flatMap(({ servers }) => servers),
    problems: read.flatMap(({ problems }) => problems),
  };
}

function withoutServers(
  rest: Readonly<Record<string, unknown>>,
): readonly [message: string, advice: string] {
  const near = Object.keys(rest).find(
    (key) => key === "servers" || nearestName(key, ["mcpServers"]) !== undefined,
  );
  if (near !== undefined)
    return [`"${near}" is ignored: there is no such key`, `call it "mcpServers"`];
  const bare = Object.entries(rest).find(
    ([, entry]) => isObject(entry) && ("command" in entry || "url" in entry),
  );
  return bare === undefined
    ? ['there is no "mcpServers", so it names no server', `write ${example}`]
    : [
        `the server "${bare[0]}" is ignored: it is not inside "mcpServers"`,
        'put all servers inside the key "mcpServers"',
      ];
}

type Entry = Readonly<Record<string, unknown>>;

/** A mistake in an entry, at one of its keys; the server is not started. */
interface Mistake {
  readonly key?: string;
  readonly message: string;
  readonly advice: string;
  readonly isUnsupported?: boolean;
}

function readServer(name: string, entry: unknown): McpServers {
  const path: JsonPath = ["mcpServers", name];
  const server = isObject(entry)
    ? serverOf(name, entry)
    : mistake(undefined, `it must be an object, but is ${describeValue(entry)}`, advices.entry);
  if ("advice" in server) {
    const { key, message, advice, isUnsupported } = server;
    const full = `the MCP server "${name}" is not started: ${message}`;
    const at = key === undefined ? path : [...path, key];
    const unsupported = isUnsupported && { unsupported: { name, because: message } };
    return {
      servers: [],
      problems: [{ path: at, level: "error", message: full, advice, ...unsupported }],
    };
  }
  return { servers: [server], problems: warningsAbout(server, entry as Entry) };
}

const mistake = (key: string | undefined, message: string, advice: string): Mistake => ({
  ...(key === undefined ? {} : { key }),
  message,
  advice,
});

function serverOf(name: string, entry: Entry): McpServerConfig | Mistake {
  if (!/[A-Za-z0-9]/.test(name))
    return mistake(undefined, "its name has no letter or digit", "rename it");
  if (entry["disabled"] === true)
    return mistake("disabled", '"disabled" is true', "remove the key to start it");
  const kind = kindOf(entry);
  if (typeof kind !== "string") return kind;
  return kind === "http" ? httpServer(name, entry) : stdioServer(name, entry);
}

function httpServer(name: string, { url, headers = {} }: Entry): McpServerConfig | Mistake {
  if (typeof url !== "string" || url === "")
    return mistake("url", `"url" must be a string, but is ${describeValue(url)}`, advices.url);
  if (!isTexts(headers))
    return mistake("headers", '"headers" must be an object of strings', advices.texts);
  return { name, kind: "http", url, headers };
}

function stdioServer(name: string, entry: Entry): McpServerConfig | Mistake {
  const { command, args = [], env = {} } = entry;
  if (typeof command !== "string" || command.trim() === "") {
    const found = describeValue(command);
    const message = `"command" must be a string that is not empty, but is ${found}`;
    return mistake("command", message, advices.entry);
  }
  if (!Array.isArray(args) || !args.every((one) => typeof one === "string"))
    return mistake("args", '"args" must be a list of strings', advices.args);
  if (!isTexts(env)) return mistake("env", '"env" must be an object of strings', advices.texts);
  return { name, kind: "stdio", command, args, env };
}

function warningsAbout(server: McpServerConfig, entry: Entry): readonly McpProblem[] {
  const path: JsonPath = ["mcpServers", server.name];
  const known: readonly string[] = keysOf[server.kind];
  const unknown = Object.keys(entry)
    .filter((key) => !known.includes(key) && key !== "disabled")
    .map((key) => unknownKey([...path, key], server.name, key, known));
  const isWhole = server.kind === "stdio" && /^[^/\s]+\s/.test(server.command.trim());
  if (!isWhole || server.args.length > 0) return unknown;
  const [, ...words] = server.command.trim().split(/\s+/);
  return [
    ...unknown,
    {
      path: [...path, "command"],
      level: "warning",
      message: `the command of the MCP server "${server.name}" has a space, and is used as the name of one program`,
      advice: `put the arguments in "args": ${JSON.stringify(words)}`,
    },
  ];
}

const advices = {
  entry: 'write {"command": "PROGRAM", "args": []} or {"type": "http", "url": "https://…"}',
  texts: 'write {"NAME": "value"}',
  url: 'write {"type": "http", "url": "https://…"}',
  args: 'write "args": ["one", "two"]',
} as const;

type Kind = McpServerConfig["kind"];
const kinds = new Map<unknown, Kind>([
  ["stdio", "stdio"],
  ["http", "http"],
  ["streamable-http", "http"],
]);

function kindOf(entry: Entry): Kind | Mistake {
  const { type } = entry;
  if (type === undefined) {
    if ("command" in entry || !("url" in entry)) return "stdio";
    return {
      key: "url",
      message: 'it has a "url" and no "type"',
      advice: 'add "type": "http"',
    };
  }
  const kind = kinds.get(type);
  if (kind !== undefined) return kind;
  const isUnsupported = type === "sse" || type === "ws";
  return {
    key: "type",
    message: `its type is ${describeValue(type)}`,
    isUnsupported,
    advice: isUnsupported
      ? 'use "http" (streamable HTTP) if the server offers it, or a local program that connects to it'
      : 'use "stdio" or "http"',
  };
}

function unknownKey(
  path: JsonPath,
  name: string,
  key: string,
  known: readonly string[],
): McpProblem {
  const nearest = nearestName(key, known);
  const message = `the key "${key}" of the MCP server "${name}" is ignored`;
  const advice =
    nearest === undefined ? `the keys are ${known.join(", ")}` : `did you mean "${nearest}"?`;
  return { path, level: "warning", message, advice };
}

const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isObject(value) && Object.values(value).every((one) => typeof one === "string");
