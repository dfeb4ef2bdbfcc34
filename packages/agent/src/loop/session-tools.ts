import { isObject } from "@snaphook/engine/internal";
import { likelyTool, splitRules } from "@snaphook/engine/rules";
import type { SlashCommand } from "../commands/slash-command.ts";
import type { Model } from "../model/model.ts";
import type { AgentDefinition } from "../subagents/agent-definition.ts";
import { agent as agentTool } from "../tools/agent.ts";
import { toolsFor } from "../tools/all-tools.ts";
import { sendMessage } from "../tools/send-message.ts";
import { skill as skillTool } from "../tools/skill.ts";
import type { Tool } from "../tools/tool.ts";
import { offeredSkills } from "./skills/offered-skills.ts";
import type { StructuredAnswer } from "./structured-answer.ts";

interface SessionToolsOptions {
  readonly model: Model;
  /** The only ones to offer, if set. */
  readonly tools?: readonly string[];
  /** Rules; a tool that one of them forbids whatever its input is not offered. */
  readonly disallowedTools?: readonly string[];
  readonly structured: StructuredAnswer | undefined;
  /** Whether a user, or a program instead of them, answers questions. */
  readonly canAsk: boolean;
  /** The kinds of agents that can be started; without any, the tool Agent is not offered. */
  readonly agents: readonly AgentDefinition[];
  /** What the tool Skill can call. */
  readonly skills: readonly SlashCommand[];
  /** Whether there can be teammates. */
  readonly teams: boolean;
  readonly warn: (text: string) => void;
}

/** The tools that a session offers, by name. Names of `--tools` that no tool has are reported. */
export function sessionTools(options: SessionToolsOptions): ReadonlyMap<string, Tool> {
  const {
    model,
    tools: chosen,
    disallowedTools = [],
    structured,
    agents,
    skills,
    teams,
    warn,
  } = options;
  const { canAsk } = options;
  const all = toolsFor(model).flatMap((tool) => {
    if (tool.name === skillTool.name) return [offeredSkills(tool, skills)];
    if (tool.name === sendMessage.name) return teams && agents.length > 0 ? [tool] : [];
    return withAgents(teams ? tool : withoutTeams(tool), agents);
  });
  const names = all.map(({ name }) => name);
  for (const name of chosen ?? []) if (!names.includes(name)) warn(unknownTool(name, names));
  const unanswered = all.filter(({ needsUser }) => needsUser && !canAsk).map(({ name }) => name);
  for (const name of chosen ?? []) if (unanswered.includes(name)) warn(needsAnswers(name));
  const forbidden = splitRules(disallowedTools);
  const offered = all.filter(
    ({ name }) =>
      !forbidden.includes(name) &&
      !unanswered.includes(name) &&
      (chosen === undefined || chosen.includes(name)),
  );
  const answering = structured ? [structured.tool] : [];
  return new Map([...offered, ...answering].map((tool) => [tool.name, tool]));
}

/** The tool Agent says which agents there are. */
function withAgents(tool: Tool, agents: readonly AgentDefinition[]): readonly Tool[] {
  if (tool.name !== agentTool.name) return [tool];
  if (agents.length === 0) return [];
  const lines = agents.map(({ name, description }) => `- ${name}: ${description}`);
  return [{ ...tool, description: `${tool.description}\n\nThe agents:\n${lines.join("\n")}` }];
}

const needsAnswers = (name: string): string =>
  `--tools: ${name} is not offered, because no one can answer in this session; let a program answer with --permission-prompt-tool stdio`;

/** The fields of Agent that are about teammates. */
const teamFields = ["name", "team_name", "mode"];

/** The tool Agent without the fields that are about teammates. */
function withoutTeams(tool: Tool): Tool {
  const { properties } = tool.inputSchema;
  if (tool.name !== agentTool.name || !isObject(properties)) return tool;
  const kept = Object.entries(properties).filter(([name]) => !teamFields.includes(name));
  return { ...tool, inputSchema: { ...tool.inputSchema, properties: Object.fromEntries(kept) } };
}

function unknownTool(name: string, names: readonly string[]): string {
  const likely = likelyTool(name, names);
  const hint =
    likely === undefined ? `the tools are ${names.join(", ")}` : `did you mean ${likely}?`;
  return `--tools: there is no tool ${name}; ${hint}`;
}
