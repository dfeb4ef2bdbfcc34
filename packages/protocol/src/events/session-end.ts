import { z } from "zod";
import { defineEvent } from "./event-definition.ts";

/** E15: a session terminates. */
export const sessionEnd = defineEvent({
  name: "SessionEnd",
  rule: "E15",
  when: "a session terminates",
  matchesOn: "reason",
  knownValues: [
    "clear",
    "resume",
    "logout",
    "prompt_input_exit",
    "bypass_permissions_disabled",
    "other",
  ],
  input: { reason: z.string() },
  outcome: "notice",
  example: { reason: "other" },
});
