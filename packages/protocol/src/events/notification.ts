import { z } from "zod";
import { defineEvent } from "./event-definition.ts";
import { contextField } from "./tool-fields.ts";

/** E7, E19: the host notifies the user. */
export const notification = defineEvent({
  name: "Notification",
  rule: "E7",
  when: "the host notifies the user",
  matchesOn: "notification_type",
  knownValues: ["permission_prompt", "idle_prompt", "auth_success", "elicitation_dialog"],
  input: { message: z.string(), title: z.string().optional(), notification_type: z.string() },
  output: contextField,
  outcome: "notice",
  example: { message: "Waiting for your answer", notification_type: "permission_prompt" },
});
