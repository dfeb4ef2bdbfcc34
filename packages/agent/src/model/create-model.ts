import type { Clock } from "@snaphook/engine/internal";
import type { Environment } from "../environment.ts";
import type { AgentEvent } from "../loop/agent-event.ts";
import { chooseModel } from "./choose-model.ts";
import type { Model } from "./model.ts";
import { createHttpFetch } from "./provider/http-fetch.ts";
import { providerModel } from "./provider/provider-model.ts";
import { proxyVariables } from "./proxy/proxy-variables.ts";
import { retryLimits } from "./retry/with-retries.ts";
import { scriptedModel } from "./scripted-model.ts";
import type { Connection } from "./stream/model-fetch.ts";
import { silenceLimits } from "./stream/silence-limit.ts";

export interface CreateModelOptions {
  /**
   * What the user asks for: an id, `sonnet`, `openai:NAME`, `script:FILE`. Default: what the environment
   * says.
   */
  readonly model: string | undefined;
  readonly env: Environment;
  readonly clock: Clock;
  /** Called when a request is repeated, and about variables that are not valid. */
  readonly emit?: (event: Extract<AgentEvent, { type: "retry" | "notice" }>) => void;
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
  fetch: send,
}: CreateModelOptions): Promise<Model> {
  const choice = chooseModel(model, env);
  const warn = (text: string) => emit?.({ type: "notice", level: "warning", text });
  const retry = { clock, ...retryLimits(env, warn), ...(emit ? { emit } : {}) };
  const connection = (): Connection => ({
    send: send ?? createHttpFetch({ proxies: proxyVariables(env) }),
    clock,
    limits: silenceLimits(env, warn),
    tell: (text) => emit?.({ type: "notice", level: "info", text }),
  });
  switch (choice.kind) {
    case "script":
      return scriptedModel(choice.file, retry);
    case "anthropic": {
      const { anthropicProvider } = await import("./provider/anthropic-provider.ts");
      return providerModel(await anthropicProvider(choice, env, connection()), retry);
    }
    case "openai": {
      const { openaiProvider } = await import("./provider/openai-provider.ts");
      return providerModel(await openaiProvider(choice, connection()), retry);
    }
  }
}
