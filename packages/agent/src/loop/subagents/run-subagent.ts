import type { AgentResponse, AgentTask } from "../../tools/tool.ts";
import { runTurn } from "../run-turn.ts";
import { endedTurn } from "../turn-result.ts";
import { agentResponse } from "./agent-response.ts";
import type { CreatedSubagent, NewSubagent } from "./create-subagent.ts";
import type { SubagentHost } from "./subagent-host.ts";
import { liveSubagent, startSubagent, subagentTally } from "./subagent-life.ts";

/**
 * G7: runs a subagent from SubagentStart to SubagentStop, and returns what its caller gets. A subagent that a hook
 * stops, that reaches its limit of turns or that fails fires no SubagentStop (E16).
 */
export async function runSubagent(
  host: SubagentHost,
  subagent: NewSubagent,
  created: CreatedSubagent,
  task: AgentTask,
  signal: AbortSignal,
): Promise<AgentResponse> {
  const { agent } = created;
  const { clock } = agent.context;
  const start = clock.now();
  const tally = subagentTally(host, subagent, task);
  return liveSubagent(host, subagent, created, signal, async () => {
    const hasStarted = await startSubagent(host, subagent, agent, task, signal);
    const end = hasStarted
      ? await runTurn(agent, tally, signal)
      : endedTurn("hook_stopped", "", null);
    const durationMs = clock.now() - start;
    const { definition, ref } = subagent;
    const { conversation } = agent;
    return agentResponse(end, { id: ref.id, definition, task, conversation, tally, durationMs });
  });
}
