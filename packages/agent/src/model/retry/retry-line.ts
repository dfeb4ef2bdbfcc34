import type { AgentEvent } from "../../loop/agent-event.ts";

/** What the user reads while a request is retried. */
export function retryLine(event: Extract<AgentEvent, { type: "retry" }>): string {
  const { attempt, maxRetries, delayMs, reason } = event;
  const seconds = (delayMs / 1000).toFixed(1);
  return `asking the model again in ${seconds} s (retry ${attempt} of ${maxRetries}): ${reason}`;
}
