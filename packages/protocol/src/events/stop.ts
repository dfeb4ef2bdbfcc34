import { flag, number, text } from "../fields.ts";
import { defineEvent } from "./event-definition.ts";
import { contextField } from "./tool-fields.ts";

/** The input fields of events at the end of an agent's turn. */
export const turnEndFields = () => ({
  stop_hook_active: flag(
    "Whether the agent is already continuing because a hook blocked an earlier stop.",
  ),
  last_assistant_message: text("The last text of the agent.").optional(),
  stop_hook_blocks: number("How many times in a row hooks have sent the agent back.").optional(),
  stop_hook_block_cap: number(
    "How many times they may: a block after that is overridden.",
  ).optional(),
});

/** E10: the main agent finished responding. */
export const stop = defineEvent({
  name: "Stop",
  rule: "E10",
  when: "the main agent finished responding",
  hostShould: "`continue`: go on with the reasons, a limited number of times",
  input: turnEndFields,
  output: contextField,
  outcome: "turn-end",
  block: "the agent continues; the reason is its next instruction",
  blockReaches: "model",
  decisionCounts: true,
  takesModelHooks: true,
  example: { stop_hook_active: false, last_assistant_message: "Done." },
});
