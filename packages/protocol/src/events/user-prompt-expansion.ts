import { text, word } from "../fields.ts";
import { defineEvent } from "./event-definition.ts";
import { promptOutput } from "./user-prompt-submit.ts";

/** E25: a slash command is expanded into a prompt. */
export const userPromptExpansion = defineEvent({
  name: "UserPromptExpansion",
  rule: "extended",
  when: "a slash command is expanded into a prompt",
  hostShould:
    "`refuse`: do not send the prompt; show it to the user unless `fields.suppressOriginalPrompt`",
  matchesOn: "command_name",
  openValues: true,
  input: () => ({
    expansion_type: word("What is expanded.", ["slash_command"]),
    command_name: text("The command, without its slash."),
    command_args: text("What the user wrote after the command."),
    command_source: word("Where the command comes from.", [
      "projectSettings",
      "userSettings",
    ]).optional(),
    prompt: text("The prompt as the user wrote it."),
  }),
  output: promptOutput,
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
