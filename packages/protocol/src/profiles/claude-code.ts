import type { Profile } from "./profile.ts";

/** Claude Code 2.1.325 as recorded. */
export const claudeCode: Profile = {
  name: "claude-code@2.1.325",
  limits: { command: 600_000 },
  jsonWithFailingExit: "honoured",
  stopBeforeTool: "toolRunsFirst",
};
