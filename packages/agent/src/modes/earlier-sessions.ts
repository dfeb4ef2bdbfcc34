import type { AgentOptions } from "../loop/agent-options.ts";
import { completeOptions } from "../loop/complete-options.ts";
import { type EarlierSession, listEarlierSessions } from "../sessions/list-earlier-sessions.ts";

/** The sessions that these options could continue. Nothing is opened for it. */
export const earlierSessions = (
  agent: Omit<AgentOptions, "emit">,
): Promise<readonly EarlierSession[]> =>
  listEarlierSessions(completeOptions({ ...agent, emit() {} }).folder);
