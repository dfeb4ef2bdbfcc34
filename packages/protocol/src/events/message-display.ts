import { z } from "zod";
import { defineEvent } from "./event-definition.ts";

/** A piece of an answer is about to be shown. */
export const messageDisplay = defineEvent({
  name: "MessageDisplay",
  rule: "extended",
  when: "a piece of an answer is about to be shown",
  input: {
    turn_id: z.string(),
    message_id: z.string(),
    index: z.number(),
    final: z.boolean(),
    delta: z.string(),
  },
  output: { displayContent: z.string().optional() },
  outcome: "notice",
  example: { turn_id: "turn_1", message_id: "message_1", index: 0, final: true, delta: "Done." },
});
