import { word } from "../fields.ts";
import { defineEvent } from "./event-definition.ts";

/** E15: a session terminates. */
export const sessionEnd = defineEvent({
  name: "SessionEnd",
  rule: "E15",
  when: "the session ends",
  hostShould: "nothing more",
  matchesOn: "reason",
  input: () => ({
    reason: word("Why it ends.", [
      "clear",
      "resume",
      "logout",
      "prompt_input_exit",
      "bypass_permissions_disabled",
      "other",
    ]),
  }),
  outcome: "notice",
  example: { reason: "other" },
});
