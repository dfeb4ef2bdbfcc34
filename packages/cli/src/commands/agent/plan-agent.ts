import { existsSync } from "node:fs";
import { resolve } from "node:path";
import {
  type AgentOptions,
  type ModeOptions,
  type PermissionMode,
  parseAgentsFlag,
  type SessionChoice,
} from "@snaphook/agent";
import { readNamedFile, troubleOf } from "@snaphook/engine/internal";
import { fileOrJson } from "../../load-hooks.ts";
import { modelName } from "../../model-name.ts";
import { settingSourcesOf } from "../../setting-sources.ts";
import { UsageError } from "../../usage-error.ts";
import type { AgentFlags } from "./agent-flags.ts";
import { withoutSdkServers } from "./without-sdk-servers.ts";

/** What a command line asks for. */
export interface AgentPlan {
  /** Given on the command line; more may come from stdin. */
  readonly prompt: string | undefined;
  readonly inputFormat: "text" | "stream-json";
  /** The driver answers permission questions. */
  readonly asksDriver: boolean;
  readonly agent: Omit<AgentOptions, "emit" | "trace" | "model">;
  /** `--resume` without an id: the user chooses the session. */
  readonly picksSession: boolean;
  readonly model: string | undefined;
  readonly fallbackModel: string | undefined;
  /** The file for what would be printed on stdout. */
  readonly outputFile: string | undefined;
  readonly mode: Omit<ModeOptions, "input" | "timeline">;
  readonly timeline: boolean;
  /** `--init-only`: the session ends after its first events. */
  readonly initOnly: boolean;
}

/** Reads the agent's flags. Throws a `UsageError` that says what would be right. */
export function planAgent(flags: AgentFlags, words: readonly string[]): AgentPlan {
  const inputFormat = flags.inputFormat ?? "text";
  const outputFormat = flags.outputFormat ?? "text";
  const prompt = promptOf(flags, words);
  checkFormats(flags, prompt);
  refuseUnsupported(flags);
  return {
    prompt,
    inputFormat,
    asksDriver: flags.permissionPromptTool !== undefined && flags.permissionPrompts !== "none",
    agent: agentOf(flags),
    picksSession: flags.resume === true,
    model: flags.model === undefined ? undefined : modelName(flags.model),
    fallbackModel: flags.fallbackModel === undefined ? undefined : modelName(flags.fallbackModel),
    outputFile: flags.output === undefined ? undefined : resolve(flags.output),
    mode: {
      // There is no result to print.
      outputFormat: flags.initOnly ? "text" : outputFormat,
      verbose: flags.verbose ?? false,
      includeHookEvents: flags.includeHookEvents ?? false,
      includePartialMessages: flags.includePartialMessages ?? false,
      replayUserMessages: flags.replayUserMessages ?? false,
      ...debugOf(flags),
      ...(flags.trace === undefined ? {} : { trace: resolve(flags.trace) }),
    },
    timeline: flags.timeline ?? false,
    initOnly: flags.initOnly ?? false,
  };
}

/** `-p PROMPT`, or the prompt as a separate argument, anywhere. */
function promptOf({ print }: AgentFlags, words: readonly string[]): string | undefined {
  const prompts = [...(typeof print === "string" ? [print] : []), ...words.filter(Boolean)];
  if (prompts.length > 1)
    throw new UsageError(
      `found ${prompts.length} prompts (${prompts.map((text) => JSON.stringify(text)).join(", ")}); put the prompt in quotes: -p "PROMPT"`,
    );
  return prompts[0];
}

function checkFormats(flags: AgentFlags, prompt: string | undefined): void {
  const { inputFormat, outputFormat = "text", permissionPromptTool } = flags;
  if (inputFormat === "stream-json" && outputFormat !== "stream-json")
    throw new UsageError(
      `--input-format stream-json needs --output-format stream-json, found ${outputFormat}`,
    );
  if (inputFormat === "stream-json" && prompt !== undefined)
    throw new UsageError(
      `with --input-format stream-json, prompts come from stdin; remove ${JSON.stringify(prompt)}`,
    );
  if (permissionPromptTool !== undefined && permissionPromptTool !== "stdio")
    throw new UsageError(
      `--permission-prompt-tool: found ${JSON.stringify(permissionPromptTool)}, expected stdio`,
    );
  if (permissionPromptTool !== undefined && inputFormat !== "stream-json")
    throw new UsageError(
      "--permission-prompt-tool stdio needs --input-format stream-json: the answers arrive on stdin",
    );
}

function agentOf(flags: AgentFlags): AgentPlan["agent"] {
  const { settings, settingSources, permissionMode, maxTurns } = flags;
  return {
    cwd: resolve(flags.cwd),
    headless: true,
    session: sessionChoice(flags),
    persistSession: flags.sessionPersistence ?? true,
    trustProject: flags.trustProject ?? false,
    untrusted: flags.untrusted ?? "skip",
    bare: flags.bare ?? false,
    ...optional("mirrorsSession", flags.sessionMirror),
    ...optional("allowBypass", flags.allowDangerouslySkipPermissions),
    ...optional("thinking", thinkingOf(flags)),
    ...optional("betas", flags.betas?.flatMap((names) => names.split(",")).filter(Boolean)),
    ...optional("managedSettings", flags.managedSettings),
    ...optional("profile", flags.profile),
    ...optional("settings", settings === undefined ? undefined : fileOrJson(settings)),
    ...optional(
      "settingSources",
      settingSources === undefined ? undefined : settingSourcesOf(settingSources),
    ),
    ...optional("pluginDirectories", foldersOf(flags.pluginDir, flags.pluginDirNoMcp)),
    ...optional(
      "additionalDirectories",
      flags.addDir?.map((folder) => resolve(folder)),
    ),
    ...optional("mainAgent", flags.agent),
    ...optional("agents", agentsOf(flags.agents)),
    ...optional("mcpConfig", serversOf(flags)),
    ...optional("strictMcpConfig", flags.strictMcpConfig),
    ...optional(
      "permissionMode",
      flags.dangerouslySkipPermissions ? "bypassPermissions" : (permissionMode as PermissionMode),
    ),
    ...optional("allowedTools", flags.allowedTools),
    ...optional("disallowedTools", flags.disallowedTools),
    ...optional("maxTurns", maxTurns === undefined ? undefined : countOf("--max-turns", maxTurns)),
    ...optional("autoCompact", tokensOf("--autocompact", flags.autocompact)),
    ...optional("maxBudgetUsd", budgetOf(flags.maxBudgetUsd)),
    ...optional("setup", setupOf(flags)),
    ...optional("worktree", flags.worktree === true ? "" : flags.worktree),
    ...optional("takesPrompts", flags.initOnly ? false : undefined),
    ...optional("effort", flags.effort),
    ...optional("systemPrompt", textOrFile(flags, "systemPrompt", "--system-prompt")),
    ...optional(
      "appendSystemPrompt",
      textOrFile(flags, "appendSystemPrompt", "--append-system-prompt"),
    ),
    ...optional("tools", toolsOf(flags.tools)),
    ...optional("jsonSchema", schemaOf(flags.jsonSchema)),
  };
}

function serversOf({ mcpConfig, inputFormat }: AgentFlags): readonly string[] | undefined {
  const configs = mcpConfig?.map(fileOrJson);
  return inputFormat === "stream-json" ? configs?.map(withoutSdkServers) : configs;
}

/** Folders of both flags; undefined if neither is given. */
function foldersOf(...lists: readonly (readonly string[] | undefined)[]) {
  const folders = lists.flatMap((list) => list ?? []);
  return folders.length === 0 ? undefined : folders.map((folder) => resolve(folder));
}

/** An object with the field, or an empty one if the value is undefined. */
const optional = <Key extends string, Value>(key: Key, value: Value | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { readonly [Name in Key]?: Value };

function thinkingOf({ thinking, maxThinkingTokens, thinkingDisplay }: AgentFlags) {
  const display = thinkingDisplay === undefined ? {} : { display: thinkingDisplay };
  if (maxThinkingTokens !== undefined)
    return { ...budgetedThinking(maxThinkingTokens), ...display };
  if (thinking === "enabled") return { type: "enabled", budgetTokens: 10_000, ...display } as const;
  return thinking && ({ type: thinking, ...display } as const);
}

function budgetedThinking(text: string) {
  const budgetTokens = Number(text);
  if (!Number.isSafeInteger(budgetTokens) || budgetTokens < 0)
    throw new UsageError(
      `--max-thinking-tokens: found ${JSON.stringify(text)}, expected a number of tokens such as 8000, or 0 for no thinking`,
    );
  return budgetTokens === 0
    ? ({ type: "disabled" } as const)
    : ({ type: "enabled", budgetTokens } as const);
}

/** What Claude Code's programs may pass and this agent does not have, with what to do instead. */
function refuseUnsupported(flags: AgentFlags): void {
  const { taskBudget, resumeDropsTurn, channels, projectConfigRoot, permissionPrompts } = flags;
  const refusals: readonly (readonly [unknown, string])[] = [
    [taskBudget, "--task-budget is not supported; use --max-turns or --max-budget-usd"],
    [resumeDropsTurn, "--resume-drops-turn is not supported; use --resume-session-at UUID"],
    [channels, "--channels is not supported; send messages with --input-format stream-json"],
    [
      projectConfigRoot,
      "--project-config-root is not supported; start in that folder with --cwd, and use --add-dir for other folders",
    ],
    [
      flags.managedSettingsInInitialize,
      "--managed-settings-in-initialize is not supported; pass the policy with --managed-settings JSON",
    ],
    [
      permissionPrompts === undefined ||
      permissionPrompts === "host" ||
      permissionPrompts === "none"
        ? undefined
        : permissionPrompts,
      `--permission-prompts: found ${JSON.stringify(permissionPrompts)}, expected host or none`,
    ],
  ];
  const refused = refusals.find(([value]) => value !== undefined);
  if (refused) throw new UsageError(refused[1]);
}

/** `100000`, `100k`, `1m`. */
function tokensOf(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, digits, unit = ""] = /^(\d+(?:\.\d+)?)([km]?)$/i.exec(text.trim()) ?? [];
  const tokens = Math.round(Number(digits) * (units[unit.toLowerCase()] ?? Number.NaN));
  if (tokens >= 1) return tokens;
  throw new UsageError(
    `${flag}: found ${JSON.stringify(text)}, expected a number of tokens such as 150000 or 150k`,
  );
}

const units: Readonly<Record<string, number>> = { "": 1, k: 1000, m: 1_000_000 };

/** A text on the command line, or that of a file. */
function textOrFile(
  flags: AgentFlags,
  key: "systemPrompt" | "appendSystemPrompt",
  flag: string,
): string | undefined {
  const { [key]: text, [`${key}File` as const]: file } = flags;
  if (file === undefined) return text;
  if (text !== undefined)
    throw new UsageError(`found both ${flag} and ${flag}-file; use one of them`);
  try {
    return readNamedFile(file);
  } catch (error) {
    throw new UsageError(
      `${flag}-file: the file cannot be read: ${file}: ${troubleOf(error).message}`,
    );
  }
}

/** `Bash,Read`, `Bash Read`, nothing for no tools, `default` for all. */
function toolsOf(values: readonly string[] | undefined): readonly string[] | undefined {
  const names = values?.flatMap((value) => value.split(/[\s,]+/)).filter(Boolean);
  return names?.includes("default") ? undefined : names;
}

function schemaOf(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (text === undefined) return undefined;
  const expected = 'expected a JSON Schema such as {"type":"object","properties":{…}}';
  try {
    const schema: unknown = JSON.parse(text);
    if (typeof schema === "object" && schema !== null && !Array.isArray(schema))
      return schema as Readonly<Record<string, unknown>>;
  } catch (error) {
    const hint = existsSync(text) ? `; to use the file: --json-schema "$(cat ${text})"` : "";
    throw new UsageError(
      `--json-schema: not JSON: ${(error as Error).message}; ${expected}${hint}`,
    );
  }
  throw new UsageError(`--json-schema: found ${text}; ${expected}`);
}

/** A wrong definition is reported before anything starts. */
function agentsOf(text: string | undefined): string | undefined {
  if (text !== undefined)
    try {
      parseAgentsFlag(text);
    } catch (error) {
      throw new UsageError(`--agents: ${(error as Error).message}`);
    }
  return text;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function sessionChoice(flags: AgentFlags): SessionChoice {
  const { resume, sessionId, forkSession } = flags;
  const continues = flags.continue || resume !== undefined;
  if (flags.continue && resume !== undefined)
    throw new UsageError("found both --continue and --resume; use one of them");
  if (forkSession && !continues)
    throw new UsageError("--fork-session needs a session to fork: add --continue or --resume ID");
  if (sessionId !== undefined && continues)
    throw new UsageError("--session-id names a new session; remove it to continue an existing one");
  if (sessionId !== undefined && !uuid.test(sessionId))
    throw new UsageError(`--session-id: found ${JSON.stringify(sessionId)}, expected a UUID`);
  refuseChoiceWithoutTerminal(flags);
  const how = { ...(forkSession ? { fork: true } : {}), ...resumedAt(flags, continues) };
  if (flags.continue || resume === true) return { kind: "continue", ...how };
  if (resume !== undefined) return { kind: "resume", sessionId: resume, ...how };
  return { kind: "new", ...(sessionId === undefined ? {} : { sessionId }) };
}

/** `-p` has no screen to choose a session on. */
function refuseChoiceWithoutTerminal({ resume, print }: AgentFlags): void {
  if (resume === true && print !== undefined)
    throw new UsageError(
      "--resume needs an id: use --resume ID, or --continue for the newest session",
    );
}

function resumedAt({ resumeSessionAt: at }: AgentFlags, continues: boolean) {
  if (at !== undefined && !continues)
    throw new UsageError("--resume-session-at needs a session to continue: add --resume ID");
  return at === undefined ? {} : { at };
}

function setupOf(flags: AgentFlags): "init" | "maintenance" | undefined {
  const { initOnly, maintenance } = flags;
  const init = flags.init || initOnly;
  if (init && maintenance)
    throw new UsageError(
      `found both ${initOnly ? "--init-only" : "--init"} and --maintenance; use one of them`,
    );
  return init ? "init" : maintenance ? "maintenance" : undefined;
}

function countOf(flag: string, text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1)
    throw new UsageError(
      `${flag}: found ${JSON.stringify(text)}, expected a whole number of at least 1`,
    );
  return count;
}

function budgetOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const amount = Number(text);
  if (!Number.isFinite(amount) || amount <= 0)
    throw new UsageError(
      `--max-budget-usd: found ${JSON.stringify(text)}, expected an amount in US dollars such as 0.5`,
    );
  return amount;
}

/** What the debug log is about. */
const debugCategories = ["hooks", "api", "session"];

function debugOf({ debug, debugFile }: AgentFlags): Pick<ModeOptions, "debug"> {
  if (debug === undefined && debugFile === undefined) return {};
  const names = typeof debug === "string" ? debug.split(",").map((name) => name.trim()) : [];
  const unknown = names.find((name) => !debugCategories.includes(name.replace(/^!/, "")));
  if (unknown !== undefined)
    throw new UsageError(
      `--debug: found ${JSON.stringify(unknown)}, expected a list of ${debugCategories.join(",")}, each with or without !; a prompt does not belong right after --debug`,
    );
  return {
    debug: {
      ...(typeof debug === "string" ? { filter: debug } : {}),
      ...(debugFile === undefined ? {} : { file: resolve(debugFile) }),
    },
  };
}
