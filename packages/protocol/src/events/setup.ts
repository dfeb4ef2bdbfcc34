import { z } from "zod";
import { defineEvent } from "./event-definition.ts";
import { contextField } from "./tool-fields.ts";

/** The host prepares a project, before a session. */
export const setup = defineEvent({
  name: "Setup",
  rule: "extended",
  when: "the host prepares a project",
  matchesOn: "trigger",
  knownValues: ["init", "maintenance"],
  input: { trigger: z.string() },
  output: contextField,
  outcome: "notice",
  hasEnvironmentFile: true,
  example: { trigger: "init" },
});
