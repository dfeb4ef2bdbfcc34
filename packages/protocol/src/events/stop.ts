import { z } from "zod";
import { defineEvent } from "./event-definition.ts";
import { contextField } from "./tool-fields.ts";

/** E10: the main agent finished responding. */
export const stop = defineEvent({
  name: "Stop",
  rule: "E10",
  when: "the main agent finished responding",
  input: { stop_hook_active: z.boolean(), last_assistant_message: z.string().optional() },
  output: contextField,
  outcome: "turn-end",
  block: "the agent goes on; the reason is its next instruction",
  blockReaches: "model",
  decisionCounts: true,
  takesModelHooks: true,
  example: { stop_hook_active: false, last_assistant_message: "Done." },
});
