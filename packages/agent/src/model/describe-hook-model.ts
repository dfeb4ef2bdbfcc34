import type { Environment } from "../environment.ts";
import { chooseModel } from "./choose-model.ts";
import { modelId } from "./model-ids.ts";
import { ModelUsageError } from "./model-usage-error.ts";

export const smallModelVariable = "ANTHROPIC_DEFAULT_HAIKU_MODEL";

/** The model that a hook would ask, for people; the environment decides as in a session. */
export function describeHookModel(named: string | undefined, env: Environment): string {
  const model = named ? modelId(named, env) : env[smallModelVariable] || smallModelIn(env);
  return model ?? "the session's main model";
}

function smallModelIn(env: Environment): string | undefined {
  try {
    const choice = chooseModel(undefined, env);
    return choice.kind === "anthropic" ? smallAnthropicModel(choice.baseURL, env) : undefined;
  } catch (error) {
    if (error instanceof ModelUsageError) return undefined;
    throw error;
  }
}

/** Only Anthropic's own service is known to have a small model. */
export const smallAnthropicModel = (baseURL: string, env: Environment): string | undefined =>
  new URL(baseURL).hostname === "api.anthropic.com" ? modelId("haiku", env) : undefined;
