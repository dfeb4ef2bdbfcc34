import type { ToolUseBlock } from "../conversation/message.ts";
import type { TurnResult } from "../loop/agent-event.ts";
import type { ModelSpending, Spending } from "../model/cost/create-ledger.ts";
import { noUsage, type Usage } from "../model/usage.ts";

/** A line of stream-json, or the object that `--output-format json` prints. */
export type StreamRecord = Readonly<Record<string, unknown>>;

export type ResultRecord = StreamRecord & { readonly errors: readonly string[] };

/** The end of one input (G11). */
export const resultRecord = (result: TurnResult): ResultRecord => ({
  type: "result",
  subtype: result.subtype,
  is_error: result.isError,
  duration_ms: Math.round(result.durationMs),
  duration_api_ms: Math.round(result.apiDurationMs),
  num_turns: result.numTurns,
  // As recorded: an error that has no text has no result either.
  ...(result.subtype === "success" || result.result !== "" ? { result: result.result } : {}),
  stop_reason: result.stopReason,
  terminal_reason: result.terminalReason,
  ...costFields(result.spending),
  usage: usageFields(result.usage),
  permission_denials: result.permissionDenials,
  ...(result.promptRefused ? { prompt_refused: true } : {}),
  errors: result.errors,
  ...(result.deferredCall && { deferred_tool_use: deferredFields(result.deferredCall) }),
  ...(result.promptUuids && {
    user_message_uuid: result.promptUuids[0],
    user_message_uuids: result.promptUuids,
  }),
  untrusted_hooks: result.untrustedHooks,
  ...(result.structuredOutput === undefined ? {} : { structured_output: result.structuredOutput }),
});

const deferredFields = ({ id, name, input }: ToolUseBlock) => ({ id, name, input });

/** Programs expect every field that the Messages API has. */
const usageFields = (usage: Usage) => ({
  ...usage,
  cache_creation: {
    ephemeral_1h_input_tokens: 0,
    ephemeral_5m_input_tokens: usage.cache_creation_input_tokens,
  },
  // Searches are requests of their own; modelUsage counts them.
  server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
  service_tier: "standard",
  speed: "standard",
  inference_geo: "",
  iterations: [],
  output_tokens_details: { thinking_tokens: 0 },
});

/** The result of a session that failed: before its first event, or after that, while models may be asked. */
export const failureRecord = (message: string, when: "before" | "after"): ResultRecord => ({
  type: "result",
  subtype: "error_during_execution",
  is_error: true,
  duration_ms: 0,
  duration_api_ms: 0,
  num_turns: 0,
  result: "",
  stop_reason: null,
  ...costFields(when === "before" ? nothingSpent : lostSpending),
  // Programs add it up; what is not known is said beside it.
  total_cost_usd: 0,
  usage: usageFields(noUsage),
  permission_denials: [],
  errors: [message],
  untrusted_hooks: [],
});

const nothingSpent: Spending = { totalUsd: 0, knownUsd: 0, models: {} };
const lostSpending: Spending = {
  totalUsd: null,
  knownUsd: 0,
  unknownBecause: "the session failed before its cost was added up",
  models: {},
};

/** `total_cost_usd` is the cost of the whole session so far, or `null` with the reason beside it. */
const costFields = ({ totalUsd, unknownBecause, knownUsd, models }: Spending) => ({
  total_cost_usd: totalUsd,
  ...(unknownBecause !== undefined && {
    cost_unknown_because: unknownBecause,
    known_cost_usd: knownUsd,
  }),
  modelUsage: Object.fromEntries(
    Object.entries(models).map(([model, spending]) => [model, modelFields(spending)]),
  ),
});

/** Of a model whose window is not published; programs expect a number. */
const usualWindow = 200_000;
/** The longest answer that is asked for. */
const maxAnswerTokens = 32_000;

const modelFields = ({ usage, webSearches, costUsd, contextWindow }: ModelSpending) => ({
  inputTokens: usage.input_tokens,
  outputTokens: usage.output_tokens,
  cacheReadInputTokens: usage.cache_read_input_tokens,
  cacheCreationInputTokens: usage.cache_creation_input_tokens,
  webSearchRequests: webSearches,
  costUSD: costUsd,
  contextWindow: contextWindow ?? usualWindow,
  maxOutputTokens: maxAnswerTokens,
});
