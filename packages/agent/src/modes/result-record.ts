import type { TurnResult } from "../loop/agent-event.ts";
import type { ModelSpending, Spending } from "../model/cost/create-ledger.ts";
import { noUsage } from "../model/usage.ts";

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
  usage: result.usage,
  permission_denials: result.permissionDenials,
  ...(result.promptRefused ? { prompt_refused: true } : {}),
  errors: result.errors,
  ...(result.promptUuid === undefined ? {} : { user_message_uuid: result.promptUuid }),
  untrusted_hooks: result.untrustedHooks,
  ...(result.structuredOutput === undefined ? {} : { structured_output: result.structuredOutput }),
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
  usage: noUsage,
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
