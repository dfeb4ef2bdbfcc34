import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4ProviderTool,
} from "@ai-sdk/provider";
import { brand } from "@snaphook/protocol";
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
  return {
    id,
    small: provider.small,
    answer: (request) => withRetries(() => askOnce(provider, request), request, retry),
    ...(searchTool && {
      search: (request) =>
        withRetries(() => searchOnce(provider, searchTool(request), request), request, retry),
    }),
  };
}

const searchPrompt = "Search the web for what the user names, and say briefly what you found.";

/** The search runs at the service; its results and a summary come back. */
async function searchOnce(
  provider: Provider,
  tool: LanguageModelV4ProviderTool,
  { query, signal }: SearchRequest,
): Promise<SearchAnswer> {
  const request: ModelRequest = {
    purpose: "side",
    system: searchPrompt,
    messages: [{ role: "user", content: [{ type: "text", text: `Search for: ${query}` }] }],
    tools: [],
    signal,
  };
  const options = provider.refine(optionsOf(provider, request), request, provider.id);
  const { stream } = await provider.language(provider.id).doStream({ ...options, tools: [tool] });
  return withStatus(() => readSearch(stream));
}

/** An error of the server keeps its status; any other is a broken answer, which is asked again. */
async function withStatus<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  try {
    return await read();
  } catch (error) {
    throw hasStatus(error) ? error : new BrokenAnswer("", { cause: error });
  }
}

async function askOnce(provider: Provider, request: ModelRequest): Promise<ModelAnswer> {
  const id = request.model === undefined ? provider.id : provider.modelId(request.model);
  const options = provider.refine(optionsOf(provider, request), request, id);
  const { stream } = await provider.language(id).doStream(options);
  return withStatus(() => readAnswer(stream, { model: id, onText: request.onText?.bind(request) }));
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

/** Whether an error in the stream carries an HTTP status. */
const hasStatus = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "statusCode" in error && error.statusCode != null;

/** Whether an address leads to this machine: localhost, 127.0.0.0/8 or [::1]. */
function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
