import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { brand } from "@snaphook/protocol";
import type { Model, ModelAnswer, ModelRequest, ToolDescription } from "../model.ts";
import { BrokenAnswer } from "../retry/failure.ts";
import { type RetryOptions, withRetries } from "../retry/with-retries.ts";
import { readAnswer } from "./read-answer.ts";
import { toPrompt } from "./to-prompt.ts";

/** A service that runs models. */
export interface Provider {
  readonly baseURL: string;
  /** The id of the main model. */
  readonly id: string;
  /** The id of the model with this name. */
  modelId(name: string): string;
  language(id: string): LanguageModelV4;
  /** Options that only this service has. */
  refine(
    options: LanguageModelV4CallOptions,
    request: ModelRequest,
    id: string,
  ): LanguageModelV4CallOptions;
}

/** A model of a provider: sends the request, reads the stream, and retries when that fails. */
export function providerModel(provider: Provider, retry: RetryOptions): Model {
  return {
    id: provider.id,
    answer: (request) => withRetries(() => askOnce(provider, request), request.signal, retry),
  };
}

async function askOnce(provider: Provider, request: ModelRequest): Promise<ModelAnswer> {
  const id = request.model === undefined ? provider.id : provider.modelId(request.model);
  const options = provider.refine(optionsOf(provider, request), request, id);
  const { stream } = await provider.language(id).doStream(options);
  try {
    return await readAnswer(stream, { model: id, onText: request.onText?.bind(request) });
  } catch (error) {
    throw hasStatus(error) ? error : new BrokenAnswer("", { cause: error });
  }
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
