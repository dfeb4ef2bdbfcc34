import type { Profile } from "./profile.ts";

/** The published contract; the default. */
export const reference: Profile = {
  name: "reference",
  limits: { command: 600_000 },
  jsonWithFailingExit: "ignored",
  stopBeforeTool: "toolDoesNotRun",
};
