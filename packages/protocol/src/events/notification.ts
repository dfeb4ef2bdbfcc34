import { text, word } from "../fields.ts";
import { defineEvent } from "./event-definition.ts";
import { contextField } from "./tool-fields.ts";

/** E7, E19: the host notifies the user. */
export const notification = defineEvent({
  name: "Notification",
  rule: "E7",
  when: "the host notifies the user",
  hostShould: "add the messages to the next request",
  matchesOn: "notification_type",
  input: () => ({
    message: text("The text of the notification."),
    title: text("Its title.").optional(),
    notification_type: word("What it is about.", [
      "permission_prompt",
      "idle_prompt",
      "auth_success",
      "elicitation_dialog",
      "elicitation_response",
    ]),
  }),
  output: contextField,
  outcome: "notice",
  example: { message: "Waiting for your answer", notification_type: "permission_prompt" },
});
