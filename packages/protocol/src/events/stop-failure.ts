import { text } from "../fields.ts";
import { defineEvent } from "./event-definition.ts";

/** The turn ended with an API error; the host does not wait for hooks. */
export const stopFailure = defineEvent({
  name: "StopFailure",
  rule: "extended",
  when: "the turn ended with an API error",
  hostShould: "nothing more; do not wait for its hooks",
  matchesOn: "error",
  openValues: true,
  input: () => ({
    error: text("The kind of error."),
    error_details: text("What the API said.").optional(),
    last_assistant_message: text("The last text of the agent.").optional(),
  }),
  outcome: "notice",
  example: { error: "unknown" },
});
