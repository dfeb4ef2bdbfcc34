import type { CommandExpansion } from "../../commands/expand-command.ts";
import type { SlashCommand } from "../../commands/slash-command.ts";
import type { ToolContext } from "../../tools/tool.ts";
import type { Agent } from "../agent.ts";
import type { AgentOptions } from "../agent-options.ts";
import { grant } from "../command-grants.ts";
import { useHooksOf } from "../command-hooks.ts";
import type { CurrentTurn } from "../current-turn.ts";
import { warning } from "../warning.ts";
import { runSkill } from "./run-skill.ts";

type RunSkill = NonNullable<ToolContext["runSkill"]>;
type Turn = Pick<CurrentTurn, "stop">;

/** The skills of a session, and what those that were called have changed. */
export interface SessionSkills {
  readonly all: readonly SlashCommand[];
  forMain(agent: Agent, turn: Turn): RunSkill;
  forSubagent(): SubagentSkills;
  /** The prompt has ended, and with it the rules that skills granted. */
  endGrants(): Promise<void>;
}

interface SubagentSkills {
  run(agent: Agent, turn: Turn): RunSkill;
  /** Hooks that wait for the end of the subagent apply now. */
  ended(agent: Agent): void;
}

export function createSessionSkills(
  all: readonly SlashCommand[],
  options: Pick<AgentOptions, "trustProject">,
): SessionSkills {
  let takeBack: (() => Promise<unknown>)[] = [];
  const run = (agent: Agent, turn: Turn, use: (call: CommandExpansion) => Promise<void>) =>
    runSkill({ all, options, agent, turn, use });
  return {
    all,
    forMain: (agent, turn) =>
      run(agent, turn, async (call) => {
        useHooksOf(agent, call);
        const { name, allowedTools = [] } = call;
        if (allowedTools.length > 0) takeBack.push(await grant(agent, name, allowedTools));
      }),
    forSubagent() {
      const waiting: CommandExpansion[] = [];
      return {
        run: (agent, turn) =>
          run(agent, turn, async (call) => {
            if (agent.profile.skillHooksOfSubagent === "at-the-call") useHooksOf(agent, call);
            else waiting.push(call);
            // Rules are the session's: they would apply to the main agent too.
            if (call.allowedTools !== undefined)
              agent.emit(
                warning(
                  `the allowed-tools of the skill ${call.name} have no effect, because a subagent called it`,
                ),
              );
          }),
        ended: (agent) => {
          for (const call of waiting) useHooksOf(agent, call);
        },
      };
    },
    async endGrants() {
      const ending = takeBack;
      takeBack = [];
      for (const end of ending) await end();
    },
  };
}
