import { text, word } from "../fields.ts";
import { defineEvent } from "./event-definition.ts";
import { contextField } from "./tool-fields.ts";

/** Which subagent an event is about. The host has the known types; projects add their own. */
export const subagentFields = () => ({
  agent_id: text("The id of the subagent."),
  agent_type: word("The kind of subagent.", ["general-purpose", "Explore", "Plan", "Bash"]),
});

/** E8: a subagent was started. */
export const subagentStart = defineEvent({
  name: "SubagentStart",
  rule: "E8",
  when: "a subagent was started",
  hostShould:
    "put the messages at the head of the subagent's first prompt. Fire it in the subagent's scope",
  matchesOn: "agent_type",
  openValues: true,
  input: subagentFields,
  output: contextField,
  outcome: "notice",
  precedesOwnHooks: true,
  example: { agent_id: "agent_01", agent_type: "Explore" },
});
