import type { Clock } from "@snaphook/engine/internal";
import type { Environment } from "../environment.ts";
import { chooseModel } from "./choose-model.ts";
import type { Model } from "./model.ts";
import { createHttpFetch } from "./provider/http-fetch.ts";
import { providerModel } from "./provider/provider-model.ts";
import { type RetryOptions, retryLimit } from "./retry/with-retries.ts";
import { scriptedModel } from "./scripted-model.ts";

export interface CreateModelOptions {
  /**
   * What the user asks for: an id, `sonnet`, `openai:NAME`, `script:FILE`. Default: what the environment
   * says.
   */
  readonly model: string | undefined;
  readonly env: Environment;
  readonly clock: Clock;
  /** Called when a request is repeated. */
  readonly emit?: RetryOptions["emit"];
  readonly fetch?: typeof fetch;
}

/**
 * Makes the model that a name and the environment select. Rejects with a `ModelUsageError` when there is
 * none. Libraries are loaded only here.
 */
export async function createModel({
  model,
  env,
  clock,
  emit,
  fetch: send = createHttpFetch(),
}: CreateModelOptions): Promise<Model> {
  const choice = chooseModel(model, env);
  const retry = { clock, limit: retryLimit(env), ...(emit ? { emit } : {}) };
  switch (choice.kind) {
    case "script":
      return scriptedModel(choice.file, retry);
    case "anthropic": {
      const { anthropicProvider } = await import("./provider/anthropic-provider.ts");
      return providerModel(await anthropicProvider(choice, env, send), retry);
    }
    case "openai": {
      const { openaiProvider } = await import("./provider/openai-provider.ts");
      return providerModel(await openaiProvider(choice, send), retry);
    }
  }
}
