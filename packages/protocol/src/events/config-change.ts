import { text, word } from "../fields.ts";
import { defineEvent } from "./event-definition.ts";

/** E13: a settings file or skill changed during the session. */
export const configChange = defineEvent({
  name: "ConfigChange",
  rule: "E13",
  when: "a settings file or skill changed during the session",
  hostShould:
    "`proceed`: apply the change; `refuse`: keep the old settings, except for `policy_settings`",
  matchesOn: "source",
  input: () => ({
    source: word("What changed.", [
      "user_settings",
      "project_settings",
      "local_settings",
      "policy_settings",
      "skills",
    ]),
    file_path: text("The file that changed, as an absolute path.").optional(),
  }),
  outcome: "gate",
  block: "the change is not applied (policy settings always are)",
  decisionCounts: true,
  refusable: true,
  example: { source: "project_settings", file_path: "/project/.claude/settings.json" },
});
