import { text } from "../fields.ts";
import { defineEvent } from "./event-definition.ts";
import { watchField } from "./file-changed.ts";

/** The agent's current directory changed. */
export const cwdChanged = defineEvent({
  name: "CwdChanged",
  rule: "extended",
  when: "the agent's current directory changed",
  hostShould: "watch `fields.watchPaths`",
  input: () => ({ old_cwd: text("The directory before."), new_cwd: text("The directory now.") }),
  output: watchField,
  outcome: "notice",
  hasEnvironmentFile: true,
  example: { old_cwd: "/project", new_cwd: "/project/src" },
});
