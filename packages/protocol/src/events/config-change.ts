import { z } from "zod";
import { defineEvent } from "./event-definition.ts";

/** E13: a settings file or skill changed during the session. */
export const configChange = defineEvent({
  name: "ConfigChange",
  rule: "E13",
  when: "a settings file or skill changed during the session",
  matchesOn: "source",
  knownValues: ["user_settings", "project_settings", "local_settings", "policy_settings", "skills"],
  input: { source: z.string(), file_path: z.string().optional() },
  outcome: "gate",
  block: "the change is not applied (policy settings always are)",
  decisionCounts: true,
  refusable: true,
  example: { source: "project_settings", file_path: "/project/.claude/settings.json" },
});
