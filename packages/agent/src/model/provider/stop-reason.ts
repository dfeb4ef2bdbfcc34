import type { LanguageModelV4FinishReason } from "@ai-sdk/provider";

const words = new Set([
  "end_turn",
  "tool_use",
  "max_tokens",
  "stop_sequence",
  "pause_turn",
  "refusal",
  "model_context_window_exceeded",
]);

const meanings: Readonly<Record<string, string>> = {
  stop: "end_turn",
  "tool-calls": "tool_use",
  length: "max_tokens",
  "content-filter": "refusal",
};

/** Why an answer ended, in the words of the Messages API. */
export function stopReasonOf(reason: LanguageModelV4FinishReason, callsTools: boolean): string {
  if (reason.raw !== undefined && words.has(reason.raw)) return reason.raw;
  const meaning = meanings[reason.unified] ?? "end_turn";
  // Some servers say that they stopped, and mean that they wait for a tool.
  return callsTools && meaning === "end_turn" ? "tool_use" : meaning;
}
