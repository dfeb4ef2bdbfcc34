import { text } from "../fields.ts";
import { defineEvent } from "./event-definition.ts";
import { turnEndFields } from "./stop.ts";
import { subagentFields } from "./subagent-start.ts";
import { contextField } from "./tool-fields.ts";

/** E9: a subagent finished. */
export const subagentStop = defineEvent({
  name: "SubagentStop",
  rule: "E9",
  when: "a subagent finished",
  hostShould:
    "`continue`: run the subagent again with the reasons; `stop`: end the subagent only. Fire it in the subagent's scope",
  matchesOn: "agent_type",
  openValues: true,
  input: () => ({
    ...turnEndFields(),
    ...subagentFields(),
    agent_transcript_path: text("The subagent's transcript, as an absolute path.").optional(),
  }),
  output: contextField,
  outcome: "turn-end",
  block: "the subagent continues; the reason is its next instruction",
  blockReaches: "model",
  decisionCounts: true,
  takesModelHooks: true,
  example: {
    stop_hook_active: false,
    agent_id: "agent_01",
    agent_type: "Explore",
    agent_transcript_path: "/project/subagents/agent_01.jsonl",
    last_assistant_message: "Done.",
    stop_hook_blocks: 0,
    stop_hook_block_cap: 8,
  },
});
