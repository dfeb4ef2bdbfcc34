import type { SlashCommand } from "../../commands/slash-command.ts";
import { apiKeySource } from "../../model/api-key-source.ts";
import { knownModels, type ModelInfo } from "../../model/known-models.ts";
import type { UnusedAgent } from "../../subagents/find-agents.ts";
import { pluginsOf } from "../begin-conversation.ts";
import type { HookCount } from "../load-hooks.ts";
import type { SessionParts } from "../session-parts.ts";

/** What a session offers, as a driver shows it to its user. */
export interface SessionDescription {
  readonly commands: readonly CommandInfo[];
  readonly agents: readonly AgentInfo[];
  /** Agents that are defined and cannot be started. */
  readonly unusedAgents: readonly UnusedAgent[];
  readonly models: readonly ModelInfo[];
  readonly plugins: readonly PluginInfo[];
  /** Where the credentials of the model come from. */
  readonly apiKeySource: string;
  readonly model: string;
  readonly cwd: string;
  /** The hooks when the session began. */
  readonly hooks: HookCount;
}

interface CommandInfo {
  readonly name: string;
  readonly description: string;
  readonly argumentHint: string;
  readonly builtin?: true;
}

interface PluginInfo {
  readonly name: string;
  readonly path: string;
}

interface AgentInfo {
  readonly name: string;
  readonly description: string;
  readonly model?: string;
}

export function sessionDescription(parts: SessionParts): SessionDescription {
  const { agent, options } = parts;
  const env = options.env ?? process.env;
  return {
    commands: [...builtIn, ...parts.commands().map(commandInfo)],
    agents: parts.agents.map(({ name, description, model }) => ({
      name,
      description,
      ...(model === undefined ? {} : { model }),
    })),
    unusedAgents: parts.unusedAgents,
    plugins: pluginsOf(agent.hooks()),
    models: knownModels(agent.model.id, env),
    apiKeySource: apiKeySource(env),
    model: agent.model.id,
    cwd: agent.context.cwd(),
    hooks: parts.hookCount,
  };
}

const builtIn: readonly CommandInfo[] = [
  {
    name: "clear",
    description: "Begin a new conversation",
    argumentHint: "",
    builtin: true,
  },
  {
    name: "compact",
    description: "Replace the conversation with a summary",
    argumentHint: "[what the summary should keep]",
    builtin: true,
  },
];

const commandInfo = ({ name, description, argumentHint }: SlashCommand): CommandInfo => ({
  name,
  description: description ?? "",
  argumentHint: argumentHint ?? "",
});
