import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { Usage } from "../model.ts";

/** What an answer cost; what the provider does not count is none. */
export function usageOf({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage {
  return {
    input_tokens: inputTokens.noCache ?? inputTokens.total ?? 0,
    output_tokens: outputTokens.total ?? 0,
    cache_creation_input_tokens: inputTokens.cacheWrite ?? 0,
    cache_read_input_tokens: inputTokens.cacheRead ?? 0,
  };
}
