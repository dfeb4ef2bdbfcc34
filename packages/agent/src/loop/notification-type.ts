/** What the user is notified about (E7). There is no `auth_success`: this agent has no login. */
export type NotificationType =
  | "permission_prompt"
  | "idle_prompt"
  | "elicitation_dialog"
  | "elicitation_response";
