import type { CommandExpansion } from "../commands/expand-command.ts";
import type { Agent } from "./agent.ts";

/**
 * C3: the hooks in the front matter of a slash command, and of the skills that the model calls, apply while the
 * prompt runs, and in some profiles also in later prompts of the session (section 12 of the contract).
 */
export async function withCommandHooks<Result>(
  agent: Pick<Agent, "hooks" | "profile">,
  command: CommandExpansion | undefined,
  run: () => Promise<Result>,
): Promise<Result> {
  if (command) useHooksOf(agent, command);
  try {
    return await run();
  } finally {
    if (agent.profile.skillHooksLive === "until-turn-end") agent.hooks().config.endCommands();
  }
}

/** The hooks of a command or skill apply from here on. */
export function useHooksOf(
  { hooks }: Pick<Agent, "hooks">,
  { name, isSkill, needsTrust, source }: CommandExpansion,
): void {
  const { config } = hooks();
  const ofPlugin = source === "plugin";
  if (isSkill && !ofPlugin) config.useSkill(name);
  else config.useCommand({ name, needsTrust, ofPlugin });
}
