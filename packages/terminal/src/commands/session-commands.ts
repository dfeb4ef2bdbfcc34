import type { OfferedCommand } from "../input/completion/complete.ts";

/** Commands that every session has and does not list. */
export const sessionCommands: readonly OfferedCommand[] = [
  { name: "add-dir", description: "Work in another folder too", argumentHint: "<folder>" },
  { name: "logout", description: "End the session", argumentHint: "" },
  { name: "output-style", description: "Change how the agent answers", argumentHint: "[style]" },
];
