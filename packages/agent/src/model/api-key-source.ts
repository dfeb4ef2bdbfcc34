import type { Environment } from "../environment.ts";

const variables = ["ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_API_KEY", "OPENAI_API_KEY"];

/** The variable that the model's credentials come from, or `none`. */
export const apiKeySource = (env: Environment): string =>
  variables.find((name) => env[name]) ?? "none";
