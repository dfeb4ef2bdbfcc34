import { describeValue, eventNames, isProfileName, profiles } from "@snaphook/protocol";
import { checkCodeShape } from "../config/check-code-shape.ts";
import type { HooksOptions, ScopeOptions } from "../hooks.ts";
import { statOf } from "../stat-of.ts";
import { didYouMean } from "../text/nearest-name.ts";
import type { ToolCallOptions } from "../tool/call-tool.ts";
import type { DecideOptions } from "../tool/decide-tool-call.ts";
import type { RunOptions } from "../tool/run-tool-call.ts";
import type { ToolCallDecision, ToolCallRequest } from "../tool/tool-call.ts";

type Names<Options> = Readonly<Record<keyof Options, true>>;

const names: Names<HooksOptions> = {
  agent: true,
  agentHooks: true,
  canDefer: true,
  clock: true,
  configFolder: true,
  conversation: true,
  credentialVariables: true,
  cwd: true,
  defaultProfile: true,
  entrypoint: true,
  env: true,
  fires: true,
  headless: true,
  home: true,
  hooks: true,
  mainAgent: true,
  managedFile: true,
  managedSettings: true,
  mcp: true,
  mcpServers: true,
  onlyAddedServers: true,
  model: true,
  permissionMode: true,
  platform: true,
  pluginDirectories: true,
  post: true,
  profile: true,
  remote: true,
  runner: true,
  sessionFolder: true,
  sessionId: true,
  settings: true,
  settingSources: true,
  spawn: true,
  trace: true,
  transcriptPath: true,
  trustProject: true,
};

/** Callers without types get a sentence, not a crash somewhere below or an option that has no effect. */
export function checkOptions(options: HooksOptions): void {
  checkRequired(options);
  const { profile, hooks = {}, fires, settings, settingSources } = options;
  checkNames("createHooks", options, names);
  if (profile !== undefined && !isProfileName(profile))
    throw new TypeError(
      `there is no profile "${profile}"; the profiles are ${Object.keys(profiles).join(", ")}`,
    );
  if (settings !== undefined && typeof settings !== "string")
    throw new TypeError("settings must be a text: the path of a file, or the settings as JSON");
  checkKinds(options);
  checkWords("settingSources", settingSources, ["user", "project", "local"]);
  if (typeof fires !== "function") checkWords("fires", fires, eventNames);
  for (const [option, method] of [
    ["model", "ask"],
    ["agent", "run"],
    ["mcp", "call"],
  ] as const) {
    const value: object | undefined = options[option];
    if (value !== undefined && !hasFunction(value, method))
      throw new TypeError(`${option} must be an object with a function ${method}`);
  }
  const { trace } = options;
  if (trace !== undefined && typeof trace !== "function" && !hasFunction(trace, "record"))
    throw new TypeError("trace must be a function, or what jsonLinesTrace or memoryTrace returns");
  checkCodeShape(hooks);
}

function checkRequired(options: HooksOptions): void {
  if (typeof options !== "object" || options === null)
    throw new TypeError("createHooks needs an object with options, at least cwd and sessionId");
  for (const name of ["cwd", "sessionId"] as const)
    if (typeof options[name] !== "string" || options[name] === "")
      throw new TypeError(`createHooks needs ${name}, a text that is not empty`);
}

function checkKinds(options: HooksOptions): void {
  const { cwd } = options;
  if (statOf(cwd)?.isDirectory() !== true)
    throw new TypeError(`cwd must be a folder that exists, but is ${describeValue(cwd)}`);
  // "false" from a variable of the environment would count as true.
  for (const name of ["trustProject", "headless", "canDefer", "remote", "runner"] as const)
    if (!["boolean", "undefined"].includes(typeof options[name]))
      throw new TypeError(`${name} must be true or false, but is ${describeValue(options[name])}`);
  for (const name of ["credentialVariables", "pluginDirectories"] as const)
    if (!isListOfTexts(options[name]))
      throw new TypeError(
        `${name} must be a list of texts, but is ${describeValue(options[name])}`,
      );
}

const isListOfTexts = (value: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) && value.every((one) => typeof one === "string" && one !== ""));

const hasFunction = (value: unknown, name: string): boolean =>
  typeof value === "object" &&
  value !== null &&
  typeof (value as Readonly<Record<string, unknown>>)[name] === "function";

const scopeNames: Names<ScopeOptions> = {
  agentId: true,
  agentType: true,
  callerTypes: true,
  conversation: true,
  cwd: true,
  fields: true,
  hooks: true,
  insideAgentHook: true,
  permissionMode: true,
  sessionId: true,
  transcriptPath: true,
};

export const checkScope = (options: ScopeOptions): void => checkNames("scope", options, scopeNames);

const callNames: Names<ToolCallOptions<unknown> & DecideOptions & RunOptions<unknown>> = {
  answer: true,
  appliesSettingsRules: true,
  ask: true,
  asksAtOnce: true,
  beforeHooks: true,
  canAsk: true,
  normalise: true,
  onLateAnswer: true,
  permission: true,
  response: true,
  signal: true,
  suggestions: true,
  updatePermissions: true,
  validate: true,
  validateOutput: true,
};

/** A misspelt `permission` would let every call run. */
export function checkCall(call: ToolCallRequest, options: object, execute?: unknown): void {
  for (const key of ["name", "id"] as const)
    if (typeof call?.[key] !== "string" || call[key] === "")
      throw new TypeError(`a tool call needs ${key}, a text that is not empty`);
  if (typeof call.input !== "object" || call.input === null || Array.isArray(call.input))
    throw new TypeError(`the call of ${call.name} needs input, an object`);
  if (execute !== undefined && typeof execute !== "function")
    throw new TypeError(`the call of ${call.name} needs a function that runs the tool`);
  checkNames(`the call of ${call.name}`, options, callNames);
  for (const [name, value] of Object.entries(options))
    if (callFunctions.includes(name) && value !== undefined && typeof value !== "function")
      throw new TypeError(
        `${name} of the call of ${call.name} must be a function, but is ${describeValue(value)}`,
      );
}

const callFunctions: readonly string[] = [
  "ask",
  "beforeHooks",
  "onLateAnswer",
  "permission",
  "response",
  "suggestions",
  "updatePermissions",
  "validate",
  "validateOutput",
] satisfies readonly (keyof typeof callNames)[];

const actions: readonly string[] = [
  "run",
  "ask",
  "refused",
  "stopped",
  "deferred",
] satisfies readonly ToolCallDecision["action"][];

/** A decision may come from a database. */
export function checkDecision(decision: ToolCallDecision): void {
  if (!actions.includes(decision?.action))
    throw new TypeError("run needs a decision that decide returned");
}

function checkNames(what: string, options: object, known: Readonly<Record<string, true>>): void {
  for (const name of Object.keys(options))
    if (!Object.hasOwn(known, name))
      throw new TypeError(
        `${what} has no option "${name}"; ${didYouMean(name, Object.keys(known))}the options are ${Object.keys(known).join(", ")}`,
      );
}

function checkWords(
  option: string,
  words: readonly string[] | undefined,
  known: readonly string[],
): void {
  if (words === undefined) return;
  if (!Array.isArray(words)) throw new TypeError(`${option} must be a list`);
  for (const word of words)
    if (!known.includes(word))
      throw new TypeError(
        `${option}: there is no "${word}"; ${didYouMean(word, known)}known: ${known.join(", ")}`,
      );
}
