import type { ModelChoice } from "../choose-model.ts";
import { openaiPrices, pricesIn } from "../cost/price-list.ts";
import { type Connection, modelFetch } from "../stream/model-fetch.ts";
import { openaiEvents } from "./openai-events.ts";
import type { Provider } from "./provider-model.ts";

/**
 * A server with the chat completions API. Requests set no maximum length, because servers differ in the name
 * of that option, and no schema, because some refuse it: the system prompt describes the schema instead.
 */
export async function openaiProvider(
  { id, baseURL, apiKey }: Extract<ModelChoice, { kind: "openai" }>,
  connection: Connection,
): Promise<Provider> {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const name = "openaiCompatible";
  const language = createOpenAICompatible({
    name,
    baseURL,
    ...(apiKey === undefined ? {} : { apiKey }),
    includeUsage: true,
    fetch: modelFetch(connection, openaiEvents),
  });
  return {
    baseURL,
    id,
    modelId: (name) => name.replace(/^openai:/, ""),
    // Other servers run models under the same names at other prices.
    prices: (of) => (isOpenai(baseURL) ? pricesIn(openaiPrices, of) : undefined),
    language: (of) => language(of),
    refine: (options, { effort }) =>
      effort === undefined
        ? options
        : { ...options, providerOptions: { [name]: { reasoningEffort: effort } } },
  };
}

const isOpenai = (baseURL: string): boolean => new URL(baseURL).hostname === "api.openai.com";
