import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { Environment } from "../../environment.ts";
import type { ModelChoice } from "../choose-model.ts";
import { anthropicPrices, pricesIn } from "../cost/price-list.ts";
import { smallAnthropicModel } from "../describe-hook-model.ts";
import type { ModelRequest, Purpose, Thinking } from "../model.ts";
import { modelId } from "../model-ids.ts";
import { type Connection, modelFetch } from "../stream/model-fetch.ts";
import { anthropicEvents } from "./anthropic-events.ts";
import type { Provider } from "./provider-model.ts";

/** The longest answer, in tokens. */
const maxAnswerTokens = { usual: 32_000, "hook-prompt": 4_000 } as const;

/** Anthropic's service, or a compatible one. */
export async function anthropicProvider(
  { id, baseURL, credential }: Extract<ModelChoice, { kind: "anthropic" }>,
  env: Environment,
  connection: Connection,
): Promise<Provider> {
  const { createAnthropic } = await import("@ai-sdk/anthropic");
  const language = createAnthropic({
    baseURL,
    ...credential,
    fetch: modelFetch(connection, anthropicEvents),
  });
  return {
    baseURL,
    id,
    small: smallAnthropicModel(baseURL, env),
    modelId: (name) => modelId(name, env),
    prices: (of) => pricesIn(anthropicPrices, of),
    language,
    refine,
    searchTool,
  };
}

/** How many searches one call may make. */
const maxSearches = 8;

const searchTool: NonNullable<Provider["searchTool"]> = ({ allowedDomains, blockedDomains }) => ({
  type: "provider",
  id: "anthropic.web_search_20250305",
  name: "web_search",
  args: {
    maxUses: maxSearches,
    ...(allowedDomains && { allowedDomains }),
    ...(blockedDomains && { blockedDomains }),
  },
});

function refine(
  options: LanguageModelV4CallOptions,
  { purpose, effort, schema, thinking, betas }: ModelRequest,
  id: string,
): LanguageModelV4CallOptions {
  return {
    ...options,
    prompt: asksOnce(purpose) ? options.prompt : cached(options.prompt),
    maxOutputTokens: purpose === "hook-prompt" ? maxAnswerTokens[purpose] : maxAnswerTokens.usual,
    ...(schema && takesSchema(id) ? { responseFormat: { type: "json", schema } } : {}),
    providerOptions: {
      anthropic: {
        // Otherwise a schema may become a tool that the model is forced to call.
        structuredOutputMode: "outputFormat",
        // The input of tools arrives complete and checked, and simple servers support nothing else.
        toolStreaming: false,
        ...(betas && betas.length > 0 && { anthropicBeta: [...betas] }),
        ...thinkingOptions(effort, thinking, id),
      },
    },
  };
}

const efforts = ["low", "medium", "high", "xhigh", "max"];

/** Without a choice, thinking is off unless an effort is set; then the model decides. */
function thinkingOptions(effort: string | undefined, thinking: Thinking | undefined, id: string) {
  const wanted = effort !== undefined && efforts.includes(effort) && takesEffort(id);
  const level = wanted ? { effort } : {};
  if (thinking?.type === "adaptive") return { ...level, thinking: { ...thinking } };
  if (thinking) {
    const { display: _, ...others } = thinking;
    return { ...level, thinking: others };
  }
  return wanted ? level : { thinking: { type: "disabled" } };
}

const asksOnce = (purpose: Purpose): boolean => purpose === "hook-prompt" || purpose === "side";

/** Lets the server cache what the next request repeats: everything up to the end of the prompt. */
const cached = (prompt: LanguageModelV4Prompt): LanguageModelV4Prompt =>
  prompt.map((message, index) =>
    message.role === "system" || index === prompt.length - 1
      ? { ...message, providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } }
      : message,
  );

const withoutSchema = /claude-(?:instant|v?[23](?:[-.]|$)|(?:sonnet|opus)-4(?:-0|-20\d+|@|$))/;
const withoutEffort = /claude-(?:haiku-4-5|sonnet-4-5|opus-4-1)/;

/** Whether a model supports schemas; for unknown models the answer is no. */
const takesSchema = (id: string): boolean => id.includes("claude-") && !withoutSchema.test(id);

/** Whether a model takes an effort setting. */
const takesEffort = (id: string): boolean => takesSchema(id) && !withoutEffort.test(id);
