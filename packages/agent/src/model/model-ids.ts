import type { Environment } from "../environment.ts";

interface Alias {
  readonly id: string;
  /** The variable that names another model. */
  readonly variable: string;
}

/** Short names of models. */
const aliases: Readonly<Record<string, Alias>> = {
  sonnet: { id: "claude-sonnet-5-5", variable: "ANTHROPIC_DEFAULT_SONNET_MODEL" },
  opus: { id: "claude-opus-5-5", variable: "ANTHROPIC_DEFAULT_OPUS_MODEL" },
  haiku: { id: "claude-haiku-5-5", variable: "ANTHROPIC_DEFAULT_HAIKU_MODEL" },
};

/** The short names. */
export const modelAliases: readonly string[] = Object.keys(aliases);

/** The default models. */
export const defaultModels = { anthropic: "sonnet", openai: "gpt-5" } as const;

/** The id of the model that a name stands for; any other name is an id. */
export function modelId(name: string, env: Environment): string {
  const alias = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
  return alias === undefined ? name : env[alias.variable] || alias.id;
}
