import type { AgentEvent, TurnResult } from "../loop/agent-event.ts";
import { addUsage } from "../model/usage.ts";

/** The result of an input with all turns that continued it: views that print one result lose no answer. */
export function wholeResult(
  { result: next, continuesInput }: Extract<AgentEvent, { readonly type: "result" }>,
  earlier: TurnResult | undefined,
): TurnResult {
  if (!continuesInput || earlier === undefined) return next;
  return {
    ...next,
    result: [earlier.result, next.result].filter((text) => text !== "").join("\n\n"),
    numTurns: earlier.numTurns + next.numTurns,
    durationMs: earlier.durationMs + next.durationMs,
    apiDurationMs: earlier.apiDurationMs + next.apiDurationMs,
    usage: addUsage(earlier.usage, next.usage),
    permissionDenials: [...earlier.permissionDenials, ...next.permissionDenials],
    errors: [...earlier.errors, ...next.errors],
  };
}
