import { word } from "../fields.ts";
import { defineEvent } from "./event-definition.ts";
import { contextField } from "./tool-fields.ts";

/** The host prepares a project, before a session. */
export const setup = defineEvent({
  name: "Setup",
  rule: "extended",
  when: "the host prepares a project",
  hostShould: "put the messages before the first prompt",
  matchesOn: "trigger",
  input: () => ({ trigger: word("Why the project is prepared.", ["init", "maintenance"]) }),
  output: contextField,
  outcome: "notice",
  hasEnvironmentFile: true,
  example: { trigger: "init" },
});
