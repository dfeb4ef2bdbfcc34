import { type CommandExpansion, callOf } from "../../commands/expand-command.ts";
import type { SlashCommand } from "../../commands/slash-command.ts";
import { agent as agentTool } from "../../tools/agent.ts";
import { type ToolContext, ToolFailure } from "../../tools/tool.ts";
import type { Agent } from "../agent.ts";
import type { AgentOptions } from "../agent-options.ts";
import type { CurrentTurn } from "../current-turn.ts";
import { fillCommand } from "../fill-command.ts";
import { skillProblem } from "./offered-skills.ts";

interface SkillCaller {
  readonly all: readonly SlashCommand[];
  readonly options: Pick<AgentOptions, "trustProject">;
  readonly agent: Agent;
  readonly turn: Pick<CurrentTurn, "stop">;
  /** The hooks and rules of a skill apply from here on. */
  use(call: CommandExpansion): Promise<void>;
}

/** What the tool Skill of one agent does. */
export const runSkill =
  (caller: SkillCaller): NonNullable<ToolContext["runSkill"]> =>
  async ({ skill: name, args = "" }, { callId, signal }) => {
    const { all, agent } = caller;
    const skill = all.find((one) => one.name === name);
    const problem = skillProblem(all, name);
    if (!skill || problem !== undefined) throw new ToolFailure(problem ?? "");
    const fork = skill.forkAgent && (await forkOf(agent, skill, skill.forkAgent));
    const call = callOf(skill, args);
    const text = await textOf(caller, call, signal);
    await caller.use(call);
    const response = { success: true, commandName: name } as const;
    if (!fork) return { ...response, text: isKnown(agent, text) ? knownText(name) : text };
    const { agentId, content } = await fork(text, { callId, signal });
    const result = content.map((block) => block.text).join("\n\n");
    return { ...response, status: "forked", agentId, result };
  };

/** As recorded: the model does not read the same text twice. */
const isKnown = ({ conversation }: Agent, text: string): boolean =>
  conversation
    .messages()
    .some(({ content }) => content.some((block) => block.type === "text" && block.text === text));

const knownText = (name: string): string =>
  `The text of the skill ${name} is already in this conversation, unchanged.`;

/** The text of a skill, after the commands in it have run. */
async function textOf(
  { agent, options, turn }: SkillCaller,
  call: CommandExpansion,
  signal: AbortSignal,
): Promise<string> {
  const filled = await fillCommand(agent, call, options, signal);
  switch (filled.do) {
    case "stop":
      turn.stop(filled.reason);
      throw new ToolFailure(`The turn ends: ${filled.reason}`);
    case "fail":
      throw new ToolFailure(filled.text);
    case "send":
      return [
        filled.text,
        ...filled.context.flatMap((block) => (block.type === "text" ? [block.text] : [])),
      ].join("\n\n");
  }
}

type Call = Parameters<NonNullable<ToolContext["runSkill"]>>[1];

/** Starts the agent that carries out a skill. It is no way around a rule against agents. */
async function forkOf(agent: Agent, { name, model }: SlashCommand, type: string) {
  const { runAgent, cwd } = agent.context;
  const task = { description: `skill ${name}`, subagent_type: type };
  if (!runAgent || !agent.tools.has(agentTool.name))
    throw new ToolFailure(
      `An agent has to carry out the skill ${name}, and none can be started here`,
    );
  const answer = await agent.permissions.judge(agentTool, { ...task, prompt: name }, cwd());
  if (answer !== "allow")
    throw new ToolFailure(`No agent may carry out the skill ${name}: ${Object.values(answer)[0]}`);
  return (prompt: string, call: Call) =>
    runAgent({ ...task, prompt, model, isWaitedFor: true }, call);
}
