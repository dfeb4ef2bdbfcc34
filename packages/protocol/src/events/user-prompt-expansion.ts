import { z } from "zod";
import { defineEvent } from "./event-definition.ts";
import { contextField } from "./tool-fields.ts";

/** E25: a slash command is expanded into a prompt. */
export const userPromptExpansion = defineEvent({
  name: "UserPromptExpansion",
  rule: "extended",
  when: "a slash command is expanded into a prompt",
  matchesOn: "command_name",
  openValues: true,
  input: {
    expansion_type: z.string(),
    command_name: z.string(),
    command_args: z.string(),
    command_source: z.string().optional(),
    prompt: z.string(),
  },
  output: { ...contextField, suppressOriginalPrompt: z.boolean().optional() },
  outcome: "gate",
  block: "the expansion is refused",
  decisionCounts: true,
  refusable: true,
  example: {
    expansion_type: "slash_command",
    command_name: "review",
    command_args: "the last commit",
    command_source: "projectSettings",
    prompt: "/review the last commit",
  },
});
