import { nearestName } from "@snaphook/engine/internal";
import type { Environment } from "../environment.ts";
import { defaultModels, modelId } from "./model-ids.ts";
import { ModelUsageError } from "./model-usage-error.ts";

/** Which model to use, at which address, with which credentials. */
export type ModelChoice =
  | { readonly kind: "script"; readonly file: string; readonly variables: readonly string[] }
  | {
      readonly kind: "anthropic";
      readonly id: string;
      readonly baseURL: string;
      readonly credential: { readonly apiKey: string } | { readonly authToken: string };
      /** The names of the variables the credentials came from. */
      readonly variables: readonly string[];
    }
  | {
      readonly kind: "openai";
      readonly id: string;
      readonly baseURL: string;
      readonly apiKey: string | undefined;
      readonly variables: readonly string[];
    };

/**
 * The model that a name and the environment select:
 *
 * 1. `script:FILE` plays a file, `openai:NAME` uses an OpenAI-compatible server.
 * 2. Otherwise Anthropic, when there are credentials for it.
 * 3. Otherwise the OpenAI-compatible server that is named.
 */
export function chooseModel(name: string | undefined, env: Environment): ModelChoice {
  const script = after("script:", name);
  if (script !== undefined) return scriptChoice(script);
  const openai = after("openai:", name);
  if (openai !== undefined) return openaiChoice(openai, env) ?? missing(openaiHelp);
  refuseMisspeltPrefix(name);
  return anthropicChoice(name, env) ?? namedServer(name, env) ?? unusable(name);
}

/** Names of models may contain colons, so only a prefix that looks like one of ours is a mistake. */
function refuseMisspeltPrefix(name = ""): void {
  const [, prefix, rest] = /^([^:]+):(.*)$/.exec(name) ?? [];
  const nearest = prefix === undefined ? undefined : nearestName(prefix, ["script", "openai"]);
  if (nearest !== undefined)
    throw new ModelUsageError(
      `the model "${name}" has an unknown prefix "${prefix}:"; did you mean ${nearest}:${rest}?`,
    );
}

const credentials = {
  anthropic: ["ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_API_KEY"],
  openai: ["OPENAI_API_KEY"],
} as const;

/**
 * P7: the names of the variables the model's credentials are taken from. If no model can be chosen, all
 * variables that could hold credentials.
 */
export function credentialVariables(env: Environment, name?: string): readonly string[] {
  if (name === undefined) return set(Object.values(credentials).flat(), env);
  try {
    return chooseModel(name, env).variables;
  } catch (error) {
    if (error instanceof ModelUsageError) return [];
    throw error;
  }
}

const openaiHelp =
  "set OPENAI_BASE_URL to the address of an OpenAI-compatible server (and OPENAI_API_KEY if it needs one), or OPENAI_API_KEY alone";
const help = [
  "set ANTHROPIC_API_KEY",
  "or ANTHROPIC_BASE_URL and ANTHROPIC_API_KEY (or ANTHROPIC_AUTH_TOKEN) for another address",
  "or OPENAI_BASE_URL for an OpenAI-compatible server",
  "or use --model script:FILE to play answers from a file",
].join(", ");

function scriptChoice(file: string): ModelChoice {
  if (file === "")
    missing("script: needs the path of a JSON file, as in --model script:answers.json");
  return { kind: "script", file, variables: [] };
}

function anthropicChoice(name: string | undefined, env: Environment): ModelChoice | undefined {
  const { ANTHROPIC_AUTH_TOKEN: authToken, ANTHROPIC_API_KEY: apiKey } = env;
  if (!authToken && !apiKey) return undefined;
  const url = address("ANTHROPIC_BASE_URL", env) ?? "https://api.anthropic.com";
  return {
    kind: "anthropic",
    id: modelId(name || env["ANTHROPIC_MODEL"] || defaultModels.anthropic, env),
    baseURL: url.endsWith("/v1") ? url : `${url}/v1`,
    credential: authToken ? { authToken } : { apiKey: apiKey ?? "" },
    variables: set(credentials.anthropic, env),
  };
}

const namedServer = (name: string | undefined, env: Environment) =>
  env["OPENAI_BASE_URL"] ? openaiChoice(name, env) : undefined;

function openaiChoice(name: string | undefined, env: Environment): ModelChoice | undefined {
  const apiKey = env["OPENAI_API_KEY"] || undefined;
  const url = address("OPENAI_BASE_URL", env);
  if (url === undefined && apiKey === undefined) return undefined;
  return {
    kind: "openai",
    id: name || env["OPENAI_MODEL"] || defaultModels.openai,
    baseURL: url ?? "https://api.openai.com/v1",
    apiKey,
    variables: set(credentials.openai, env),
  };
}

function address(variable: string, env: Environment): string | undefined {
  const url = env[variable];
  if (!url) return undefined;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new ModelUsageError(
      `${variable} is "${url}", which is not a web address; it should look like https://host or http://127.0.0.1:8080`,
    );
  return url.replace(/\/+$/, "");
}

const after = (prefix: string, name: string | undefined) =>
  name?.startsWith(prefix) ? name.slice(prefix.length) : undefined;

const set = (variables: readonly string[], env: Environment) =>
  variables.filter((variable) => env[variable]);

function unusable(name = ""): never {
  const [prefix] = /^[^:]+:/.exec(name) ?? [];
  if (prefix === undefined) missing(help);
  throw new ModelUsageError(
    `the model "${name}": "${prefix}" is not a known provider; write script:FILE, openai:NAME, or the name of a model of Anthropic. If the server of OPENAI_BASE_URL or ANTHROPIC_BASE_URL knows this name, set that variable and its key`,
  );
}

function missing(advice: string): never {
  throw new ModelUsageError(`no model is configured: ${advice}`);
}
