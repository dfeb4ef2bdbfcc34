import type { TurnResult } from "../loop/agent-event.ts";
import { noUsage } from "../model/no-usage.ts";

/** A line of stream-json, or the object that `--output-format json` prints. */
export type StreamRecord = Readonly<Record<string, unknown>>;

export type ResultRecord = StreamRecord & { readonly errors: readonly string[] };

/** The end of one input (G11). Prices are unknown, so the cost is 0; readers expect the field. */
export const resultRecord = (result: TurnResult): ResultRecord => ({
  type: "result",
  subtype: result.subtype,
  is_error: result.isError,
  duration_ms: Math.round(result.durationMs),
  duration_api_ms: Math.round(result.apiDurationMs),
  num_turns: result.numTurns,
  result: result.result,
  stop_reason: result.stopReason,
  terminal_reason: result.terminalReason,
  total_cost_usd: 0,
  usage: result.usage,
  permission_denials: result.permissionDenials,
  errors: result.errors,
  untrusted_hooks: result.untrustedHooks,
});

/** The result of a session that failed before or during a turn. */
export const failureRecord = (message: string): ResultRecord => ({
  type: "result",
  subtype: "error_during_execution",
  is_error: true,
  duration_ms: 0,
  duration_api_ms: 0,
  num_turns: 0,
  result: "",
  stop_reason: null,
  total_cost_usd: 0,
  usage: noUsage,
  permission_denials: [],
  errors: [message],
  untrusted_hooks: [],
});
