import { brand } from "@snaphook/protocol";
import { commandFiles } from "../commands/command-files.ts";
import {
  type DefinitionOptions,
  type DefinitionPlace,
  definitionPlaces,
} from "../definition-places.ts";
import { readTextFile } from "../instructions/read-text-file.ts";
import type { AgentDefinition } from "./agent-definition.ts";
import { builtInAgents } from "./built-in-agents.ts";
import { parseAgentFile, parseAgentsFlag } from "./parse-agents.ts";

export interface FindAgentsOptions extends DefinitionOptions {
  /** `--agents`: agents as JSON. */
  readonly agents?: string;
}

export interface FoundAgents {
  readonly agents: readonly AgentDefinition[];
  /** Agents that are defined but may not be used: why, by name. */
  readonly refused: ReadonlyMap<string, AgentProblem>;
  /** What may not work as its author expects. */
  readonly problems: readonly AgentProblem[];
}

/** Something for the author of an agent. */
export interface AgentProblem {
  /** The file, or `--agents`. */
  readonly file: string;
  readonly message: string;
}

/** An agent that is defined but may not be used, and why. */
export interface UnusedAgent extends AgentProblem {
  readonly name: string;
}

/** A problem in one line, for the user. */
export const problemLine = ({ file, message }: AgentProblem): string => `${file}: ${message}`;

/**
 * The agents of a session: built-in ones, those of plugins, of the user, of the project, and of `--agents`. Of two
 * with the same name the later one is used. Those of a project that is not trusted are not used (T6).
 */
export async function findAgents(options: FindAgentsOptions): Promise<FoundAgents> {
  const agents = new Map(builtInAgents.map((agent) => [agent.name, agent]));
  const refused = new Map<string, AgentProblem>();
  const problems: AgentProblem[] = [];
  for (const place of definitionPlaces(options, "agents", ({ paths }) => paths.agents)) {
    const found = await agentsIn(place);
    problems.push(...found.problems);
    for (const agent of found.agents) agents.set(agent.name, agent);
    for (const [name, why] of found.refused) refused.set(name, why);
  }
  const flag = options.agents === undefined ? undefined : parseAgentsFlag(options.agents);
  for (const agent of flag?.agents ?? []) {
    agents.set(agent.name, agent);
    refused.delete(agent.name);
  }
  for (const message of flag?.problems ?? []) problems.push({ file: "--agents", message });
  return { agents: [...agents.values()], refused, problems };
}

async function agentsIn(place: DefinitionPlace): Promise<FoundAgents> {
  const { folder, bound, source, isTrusted, prefix } = place;
  const { files, outsideLinks } = await commandFiles(folder, bound);
  const problems: AgentProblem[] = outsideLinks.map((file) => ({
    file,
    message: `the file is ignored: it is a link that leads out of the ${source}`,
  }));
  const agents: AgentDefinition[] = [];
  const refused = new Map<string, AgentProblem>();
  for (const { path, name } of files) {
    if (name.includes(":")) {
      problems.push({
        file: path,
        message: `the file is ignored: agents are read from ${folder} itself, not from folders in it`,
      });
      continue;
    }
    const read = await readTextFile(path);
    if (read.state === "unreadable") problems.push({ file: path, message: read.problem });
    if (read.state !== "text") continue;
    const parsed = await parseAgentFile(read.text, name);
    const why = isTrusted
      ? parsed.refused
      : `agents of a ${source} need --trust-project; "${brand.command} trust" covers hooks only`;
    if (why !== undefined) {
      const fullName = `${prefix}${parsed.agent.name}`;
      refused.set(fullName, {
        file: path,
        message: `the ${source}'s agent ${fullName} is not used: ${why}`,
      });
      continue;
    }
    const { agent, ignored } = source === "plugin" ? ofPlugin(parsed) : { ...parsed, ignored: [] };
    agents.push({ ...agent, name: `${prefix}${agent.name}`, source, file: path });
    for (const message of [...parsed.problems, ...ignored]) problems.push({ file: path, message });
  }
  return { agents, refused, problems };
}

/** As recorded: a plugin's agent has neither hooks nor a permission mode of its own. */
function ofPlugin({ agent, hasHooks }: Awaited<ReturnType<typeof parseAgentFile>>) {
  const { permissionMode, ...rest } = agent;
  const ignored = [
    ...(hasHooks ? ["hooks in the front matter of a plugin's agent have no effect"] : []),
    ...(permissionMode === undefined
      ? []
      : ["permissionMode in the front matter of a plugin's agent has no effect"]),
  ];
  return { agent: rest, ignored };
}
