import { randomUUID } from "node:crypto";
import type { Summary } from "../../compaction/ask-for-summary.ts";
import type { Agent } from "../agent.ts";
import { warning } from "../warning.ts";

/**
 * Section 12 of the contract: in a terminal the end of the summary may fire SubagentStop, for an agent without a type.
 * The summary is complete, so that no answer has an effect.
 */
export async function announceSummary(
  agent: Agent,
  summary: Summary,
  signal: AbortSignal,
): Promise<void> {
  if (agent.options.headless !== false || agent.profile.summaryInteractive === "no-event") return;
  const input = {
    stop_hook_active: false,
    agent_id: randomUUID(),
    agent_type: "",
    last_assistant_message: summary.written,
    stop_hook_blocks: 0,
    stop_hook_block_cap: agent.stopCap,
  };
  const step = await agent.dispatch("SubagentStop", input, { signal });
  signal.throwIfAborted();
  if (step.do !== "finish")
    agent.emit(
      warning(
        "a SubagentStop hook objected to the summary of the conversation; that has no effect, because the summary is complete",
      ),
    );
}
