import { z } from "zod";
import { defineEvent } from "./event-definition.ts";

/** The agent's current directory changed. */
export const cwdChanged = defineEvent({
  name: "CwdChanged",
  rule: "extended",
  when: "the agent's current directory changed",
  input: { old_cwd: z.string(), new_cwd: z.string() },
  output: { watchPaths: z.array(z.string()).optional() },
  outcome: "notice",
  hasEnvironmentFile: true,
  example: { old_cwd: "/project", new_cwd: "/project/src" },
});
