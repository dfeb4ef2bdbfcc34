import type { AgentEvent } from "../../loop/agent-event.ts";

/** The call of Agent that a record belongs to; `null`: it is of the main agent. */
export const parentOf = (agent: AgentEvent["agent"]) =>
  agent === undefined
    ? { parent_tool_use_id: null }
    : { parent_tool_use_id: agent.parentToolUseId, agent_id: agent.id, agent_type: agent.type };
