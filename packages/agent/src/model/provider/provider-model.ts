import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4ProviderTool,
} from "@ai-sdk/provider";
import { brand } from "@snaphook/protocol";
import { createLedger, type Ledger } from "../cost/create-ledger.ts";
import type { ModelPrices } from "../cost/price-list.ts";
import type {
  Model,
  ModelAnswer,
  ModelRequest,
  SearchAnswer,
  SearchRequest,
  ToolDescription,
} from "../model.ts";
import { BrokenAnswer } from "../retry/failure.ts";
import { type RetryOptions, withRetries } from "../retry/with-retries.ts";
import { readAnswer } from "./read-answer.ts";
import { readSearch } from "./read-search.ts";
import { toPrompt } from "./to-prompt.ts";

/** A service that runs models. */
export interface Provider {
  readonly baseURL: string;
  /** The id of the main model. */
  readonly id: string;
  /** The id of its small model, if it has one. */
  readonly small?: string | undefined;
  /** The id of the model with this name. */
  modelId(name: string): string;
  /** The list prices of a model; undefined if they are not known. */
  prices(id: string): ModelPrices | undefined;
  language(id: string): LanguageModelV4;
  /** The service's own tool for searching the web, if it has one. */
  searchTool?(
    request: Pick<SearchRequest, "allowedDomains" | "blockedDomains">,
  ): LanguageModelV4ProviderTool;
  /** Options that only this service has. */
  refine(
    options: LanguageModelV4CallOptions,
    request: ModelRequest,
    id: string,
  ): LanguageModelV4CallOptions;
}

/** A model of a provider: sends the request, reads the stream, and retries when that fails. */
export function providerModel(provider: Provider, retry: RetryOptions): Model {
  const { id, searchTool } = provider;
  const ledger = createLedger(provider.prices);
  return {
    id,
    small: provider.small,
    contextWindow: provider.prices(id)?.contextWindow,
    answer: (request) => withRetries(() => askOnce(provider, request, ledger), request, retry),
    ...(searchTool && {
      search: (request) =>
        withRetries(
          () => searchOnce(provider, searchTool(request), request, ledger),
          request,
          retry,
        ),
    }),
    spending: ledger.spending,
  };
}

const searchPrompt = "Search the web for what the user names, and say briefly what you found.";

/** The search runs at the service; its results and a summary come back. */
async function searchOnce(
  provider: Provider,
  tool: LanguageModelV4ProviderTool,
  { query, signal }: SearchRequest,
  ledger: Ledger,
): Promise<SearchAnswer> {
  const request: ModelRequest = {
    purpose: "side",
    system: searchPrompt,
    messages: [{ role: "user", content: [{ type: "text", text: `Search for: ${query}` }] }],
    tools: [],
    signal,
  };
  const options = provider.refine(optionsOf(provider, request), request, provider.id);
  const answer = await billed(ledger, provider.id, async () => {
    const { stream } = await provider.language(provider.id).doStream({ ...options, tools: [tool] });
    return withStatus(() => readSearch(stream));
  });
  ledger.add(provider.id, answer.usage, answer.searches.length);
  return answer;
}

/** Before a connection exists, the server cannot have counted anything. */
const notConnected = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"]);

/**
 * A request that the server refused costs nothing. One that broke off, or that was aborted, may have: the
 * server counts the tokens up to then.
 */
async function billed<Answer>(
  ledger: Ledger,
  model: string,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!hasStatus(error) && !notConnected.has(codeOf(error))) ledger.addBroken(model);
    throw error;
  }
}

/** The code of an error, or of its cause. */
function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  if ("code" in error && typeof error.code === "string") return error.code;
  return "cause" in error ? codeOf(error.cause) : "";
}

/** Whatever ends a stream early is a broken answer, unless the server gives a status for it. */
async function withStatus<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  try {
    return await read();
  } catch (error) {
    throw hasStatus(error) ? error : new BrokenAnswer("", { cause: error });
  }
}

async function askOnce(
  provider: Provider,
  request: ModelRequest,
  ledger: Ledger,
): Promise<ModelAnswer> {
  const id = request.model === undefined ? provider.id : provider.modelId(request.model);
  const options = provider.refine(optionsOf(provider, request), request, id);
  const answer = await billed(ledger, id, async () => {
    const { stream } = await provider.language(id).doStream(options);
    return withStatus(() =>
      readAnswer(stream, {
        model: id,
        onText: request.onText?.bind(request),
        onPart: request.onPart?.bind(request),
      }),
    );
  });
  ledger.add(id, answer.usageUnknown ? undefined : answer.usage);
  return answer;
}

function optionsOf(provider: Provider, request: ModelRequest): LanguageModelV4CallOptions {
  const { purpose, schema, messages, tools, signal } = request;
  const system = [request.system, schema && wordsOf(schema)].filter(Boolean).join("\n\n");
  return {
    prompt: toPrompt(system, messages),
    ...(tools.length > 0 ? { tools: tools.map(toolOf) } : {}),
    ...(isLoopback(provider.baseURL) ? { headers: { [brand.purposeHeader]: purpose } } : {}),
    abortSignal: signal,
  };
}

/** Also part of the prompt, for servers that do not support schemas. */
const wordsOf = (schema: object): string =>
  `Answer with one JSON object and nothing else. It must match this JSON Schema: ${JSON.stringify(schema)}`;

const toolOf = ({ name, description, inputSchema }: ToolDescription) =>
  ({ type: "function", name, description, inputSchema }) as const;

/** Whether an error carries the HTTP status of a failure; one that broke off carries that of the success it began with. */
const hasStatus = (error: unknown): boolean =>
  typeof error === "object" &&
  error !== null &&
  "statusCode" in error &&
  typeof error.statusCode === "number" &&
  !(error.statusCode >= 200 && error.statusCode < 300);

/** Whether an address leads to this machine: localhost, 127.0.0.0/8 or [::1]. */
function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
