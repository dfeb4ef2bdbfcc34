import { isObject } from "@snaphook/engine/internal";
import type { AgentOptions } from "../../../loop/agent-options.ts";
import { parseAgentsFlag } from "../../../subagents/parse-agents.ts";
import type { ControlRequest } from "../control-context.ts";
import type { DriverServers } from "../driver-servers.ts";

interface ReadOptions {
  readonly options: Partial<AgentOptions>;
  readonly warnings: readonly string[];
}

type Read = (
  value: unknown,
  servers: DriverServers,
  request: ControlRequest,
) => Partial<AgentOptions>;

/** What each field of `initialize` sets. A wrong value throws. */
const fields: Readonly<Record<string, Read>> = {
  systemPrompt: (value) => ({ systemPrompt: promptOf(value) }),
  appendSystemPrompt: (value) => ({ appendSystemPrompt: textOf("appendSystemPrompt", value) }),
  agents: (value) => {
    const agents = JSON.stringify(value);
    try {
      parseAgentsFlag(agents);
    } catch (error) {
      throw new Error(`"agents": ${(error as Error).message}`);
    }
    return { agents };
  },
  sdkMcpServers: (value, servers, { sdkMcpServerConfigs: configs }) => ({
    driverServers: textsOf("sdkMcpServers", value).map((name) =>
      servers.config(name, isObject(configs) ? configs[name] : undefined),
    ),
  }),
  jsonSchema: (value) => ({ jsonSchema: objectOf("jsonSchema", value) }),
  toolAliases: (value) => ({ toolAliases: aliasesOf(value) }),
  skills: (value) => ({ skills: textsOf("skills", value) }),
  title: (value) => ({ title: textOf("title", value) }),
  planModeInstructions: (value) => ({
    planModeInstructions: textOf("planModeInstructions", value),
  }),
  plugins: (value) => ({ pluginDirectories: pluginsOf(value) }),
};

/** Read elsewhere, or they say what this agent does anyway. */
const known = [
  "subtype",
  "hooks",
  "sdkMcpServerConfigs",
  "sdkMcpServerManifests",
  "sdkMcpServerManifestsOrigin",
  "systemPromptSnapshot",
  "forwardSubagentText",
  "perTaskStopAffordance",
  "supportedDialogKinds",
];

export function initializeOptions(request: ControlRequest, servers: DriverServers): ReadOptions {
  let options: Partial<AgentOptions> = {};
  const warnings: string[] = [];
  for (const [key, value] of Object.entries(request)) {
    if (known.includes(key) || isEmpty(value)) continue;
    const read = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (read) options = { ...options, ...read(value, servers, request) };
    else warnings.push(`the driver's initialize has "${key}", which has no effect here`);
  }
  return { options, warnings };
}

/** Drivers send every field they know, most of them without a value. */
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === "object" && Object.keys(value).length === 0);

/** Marks where the part of a system prompt ends that drivers keep the same; it is not for the model. */
const boundary = "__SYSTEM_PROMPT_DYNAMIC_BOUNDARY__";

/** A text, or several that become one. */
const promptOf = (value: unknown): string =>
  (typeof value === "string" ? [value] : textsOf("systemPrompt", value))
    .flatMap((text) => text.split(boundary))
    .filter((text) => text.trim() !== "")
    .join("\n\n");

function textOf(key: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw new Error(`"${key}" is not a text`);
}

function textsOf(key: string, value: unknown): readonly string[] {
  if (Array.isArray(value) && value.every((entry) => typeof entry === "string")) return value;
  throw new Error(`"${key}" is not a list of texts`);
}

function objectOf(key: string, value: unknown): Readonly<Record<string, unknown>> {
  if (isObject(value)) return value;
  throw new Error(`"${key}" is not an object`);
}

function aliasesOf(value: unknown): Readonly<Record<string, string>> {
  const aliases = objectOf("toolAliases", value);
  return Object.fromEntries(
    Object.entries(aliases).map(([name, tool]) => [name, textOf(`toolAliases.${name}`, tool)]),
  );
}

function pluginsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) throw new Error('"plugins" is not a list');
  return value.map((plugin, index) => {
    const { type, path } = objectOf(`plugins[${index}]`, plugin);
    if (type !== "local")
      throw new Error(
        `"plugins[${index}].type" is ${JSON.stringify(type)}, expected "local": install other plugins first`,
      );
    return textOf(`plugins[${index}].path`, path);
  });
}
