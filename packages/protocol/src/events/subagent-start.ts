import { z } from "zod";
import { defineEvent } from "./event-definition.ts";
import { contextField } from "./tool-fields.ts";

/** The subagents a host brings; projects add their own. */
export const knownAgentTypes = ["general-purpose", "Explore", "Plan", "Bash"];

/** E8: a subagent was spawned. */
export const subagentStart = defineEvent({
  name: "SubagentStart",
  rule: "E8",
  when: "a subagent was spawned",
  matchesOn: "agent_type",
  knownValues: knownAgentTypes,
  openValues: true,
  input: { agent_id: z.string(), agent_type: z.string() },
  output: contextField,
  outcome: "notice",
  example: { agent_id: "agent_01", agent_type: "Explore" },
});
