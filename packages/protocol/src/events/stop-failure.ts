import { z } from "zod";
import { defineEvent } from "./event-definition.ts";

/** The turn ended with an API error; hooks are not waited for. */
export const stopFailure = defineEvent({
  name: "StopFailure",
  rule: "extended",
  when: "the turn ended with an API error",
  matchesOn: "error",
  openValues: true,
  input: {
    error: z.string(),
    error_details: z.string().optional(),
    last_assistant_message: z.string().optional(),
  },
  outcome: "notice",
  example: { error: "unknown" },
});
