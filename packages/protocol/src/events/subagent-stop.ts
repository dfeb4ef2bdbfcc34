import { z } from "zod";
import { defineEvent } from "./event-definition.ts";
import { knownAgentTypes } from "./subagent-start.ts";
import { contextField } from "./tool-fields.ts";

/** E9: a subagent finished. */
export const subagentStop = defineEvent({
  name: "SubagentStop",
  rule: "E9",
  when: "a subagent finished",
  matchesOn: "agent_type",
  knownValues: knownAgentTypes,
  openValues: true,
  input: {
    stop_hook_active: z.boolean(),
    agent_id: z.string(),
    agent_type: z.string(),
    agent_transcript_path: z.string().optional(),
    last_assistant_message: z.string().optional(),
  },
  output: contextField,
  outcome: "turn-end",
  block: "the subagent goes on; the reason is its next instruction",
  blockReaches: "model",
  decisionCounts: true,
  takesModelHooks: true,
  example: {
    stop_hook_active: false,
    agent_id: "agent_01",
    agent_type: "Explore",
    last_assistant_message: "Done.",
  },
});
