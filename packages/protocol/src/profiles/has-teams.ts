import type { Profile } from "./profile.ts";

/** Turns teams on where the profile does not. */
export const teamsVariable = "CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS";

/** Section 12 of the contract: whether a call of Agent with a name adds a teammate. */
export const hasTeams = (
  { teams }: Pick<Profile, "teams">,
  env: Readonly<Record<string, string | undefined>>,
): boolean =>
  teams === "with-name" || !["", "0", "false"].includes((env[teamsVariable] ?? "").toLowerCase());
