import type { CommandExpansion } from "../commands/expand-command.ts";
import type { Agent } from "./agent.ts";

/**
 * C3: the hooks in the front matter of a slash command apply while its prompt runs, and in some profiles also
 * in later prompts of the session (section 12 of the contract).
 */
export async function withCommandHooks<Result>(
  { hooks, profile }: Pick<Agent, "hooks" | "profile">,
  { name, needsTrust, source }: Pick<CommandExpansion, "name" | "needsTrust" | "source">,
  run: () => Promise<Result>,
): Promise<Result> {
  const { config } = hooks();
  config.useCommand({ name, needsTrust, ofPlugin: source === "plugin" });
  try {
    return await run();
  } finally {
    if (profile.skillHooksLive === "until-turn-end") config.endCommands();
  }
}
