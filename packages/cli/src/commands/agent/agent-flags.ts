import { profiles } from "@snaphook/protocol";
import { type Command, Option } from "commander";

/** The agent's flags, as commander parses them. */
export interface AgentFlags {
  readonly cwd: string;
  readonly print?: string | true;
  readonly outputFormat?: "text" | "json" | "stream-json";
  readonly inputFormat?: "text" | "stream-json";
  readonly verbose?: true;
  readonly includeHookEvents?: true;
  readonly includePartialMessages?: true;
  readonly replayUserMessages?: true;
  readonly maxTurns?: string;
  readonly maxBudgetUsd?: string;
  readonly permissionMode?: string;
  readonly dangerouslySkipPermissions?: true;
  readonly allowDangerouslySkipPermissions?: true;
  readonly permissionPromptTool?: string;
  readonly allowedTools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  readonly addDir?: readonly string[];
  readonly settings?: string;
  readonly settingSources?: string;
  readonly managedSettings?: string;
  readonly pluginDir?: readonly string[];
  readonly pluginDirNoMcp?: readonly string[];
  readonly bare?: true;
  readonly init?: true;
  readonly worktree?: string | true;
  readonly initOnly?: true;
  readonly maintenance?: true;
  readonly trustProject?: true;
  readonly untrusted?: "skip" | "fail";
  readonly profile?: keyof typeof profiles;
  readonly model?: string;
  readonly agent?: string;
  readonly agents?: string;
  readonly effort?: string;
  readonly thinking?: "adaptive" | "enabled" | "disabled";
  readonly maxThinkingTokens?: string;
  readonly thinkingDisplay?: "summarized" | "omitted";
  readonly betas?: readonly string[];
  readonly taskBudget?: string;
  readonly systemPrompt?: string;
  readonly systemPromptFile?: string;
  readonly appendSystemPrompt?: string;
  readonly appendSystemPromptFile?: string;
  readonly jsonSchema?: string;
  readonly tools?: readonly string[];
  readonly fallbackModel?: string;
  readonly output?: string;
  readonly continue?: true;
  readonly resume?: string | true;
  readonly forkSession?: true;
  readonly resumeSessionAt?: string;
  readonly resumeDropsTurn?: string;
  readonly sessionMirror?: true;
  readonly awaitInitialize?: true;
  readonly managedSettingsInInitialize?: true;
  readonly permissionPrompts?: string;
  readonly projectConfigRoot?: string;
  readonly channels?: readonly string[];
  readonly sessionId?: string;
  /** False with `--no-session-persistence`. */
  readonly sessionPersistence?: boolean;
  readonly mcpConfig?: readonly string[];
  readonly strictMcpConfig?: true;
  readonly autocompact?: string;
  readonly debug?: string | true;
  readonly debugFile?: string;
  readonly trace?: string;
  readonly timeline?: true;
}

/** The agent's permission modes, repeated here so that `--help` need not load the agent. */
const modes = ["default", "plan", "acceptEdits", "auto", "dontAsk", "bypassPermissions"] as const;

const efforts = ["low", "medium", "high", "xhigh", "max"];

const choice = (flags: string, description: string, choices: readonly string[]) =>
  new Option(flags, description).choices(choices);

/** A list with one value more. A flag that took every word after it would take arguments and prompts too. */
export const addTo = (value: string, list: readonly string[] = []): readonly string[] => [
  ...list,
  value,
];

/** Flags that choose the hooks to work with; every command that reads hooks has them. */
export const withSources = (
  command: Command,
  trusting = "run the project's hooks and settings without review, this once",
): Command =>
  command
    .addOption(
      new Option("--cwd <dir>", "the project's folder").default(process.cwd(), "this folder"),
    )
    .addOption(
      choice("--profile <name>", "which host's behaviour to follow", Object.keys(profiles)),
    )
    .option("--settings <file-or-json>", "more settings, on top of the user's and the project's")
    .option("--plugin-dir <dir>", "load a plugin from this folder; repeatable", addTo)
    .option("--trust-project", trusting);

/** Flags of the agent. Those that Claude Code has too have the same names and meanings. */
export function withAgentFlags(command: Command): Command {
  const flags = command
    .optionsGroup("Prompt and model:")
    .option("-p, --print [prompt]", "run one prompt without a terminal and print the answer")
    .option(
      "--model <model>",
      "a model of Anthropic, openai:NAME, or script:FILE to play answers from a file",
    )
    .option("--fallback-model <model>", "another model, for when this one does not answer")
    .addOption(choice("--effort <level>", "how much the model thinks", efforts))
    .addOption(
      choice("--thinking <how>", "whether the model thinks before it answers", [
        "adaptive",
        "enabled",
        "disabled",
      ]),
    )
    .option("--max-thinking-tokens <n>", "let it think, with at most this many tokens")
    .addOption(
      choice("--thinking-display <how>", "what the service shows of that", [
        "summarized",
        "omitted",
      ]),
    )
    .option("--betas <names...>", "features of Anthropic's service to turn on")
    .option("--autocompact <tokens>", "compact the conversation at this size, such as 150k")
    .option("--max-turns <n>", "stop after this many model turns")
    .option("--max-budget-usd <amount>", "stop when the session has cost this much")
    .option("--system-prompt <text>", "replace the system prompt")
    .option("--system-prompt-file <file>", "the same, from a file")
    .option("--append-system-prompt <text>", "add to the system prompt")
    .option("--append-system-prompt-file <file>", "the same, from a file")
    .option("--json-schema <schema>", "answer with an object that matches this JSON Schema")
    .option("--agent <name>", "run as this agent")
    .option("--agents <json>", "more agents: an object with description, prompt, tools … by name")

    .optionsGroup("Permissions:")
    .option("--tools <names...>", 'the only tools to offer; "" for none, default for all')
    .addOption(choice("--permission-mode <mode>", "what is allowed without asking", modes))
    .option(
      "--dangerously-skip-permissions",
      "allow everything (bypassPermissions), and run commands without the sandbox",
    )
    .option(
      "--allow-dangerously-skip-permissions",
      "let the program on stdin choose bypassPermissions later",
    )
    .option("--allowedTools, --allowed-tools <rules...>", "tools that may run without asking")
    .option("--disallowedTools, --disallowed-tools <rules...>", "tools that may not run")
    .option("--add-dir <dir...>", "more folders the agent may work in")
    .option("--permission-prompt-tool <stdio>", "let the program on stdin answer questions")

    .optionsGroup("MCP servers:")
    .option("--mcp-config <configs...>", "more MCP servers, from files or JSON")
    .option("--strict-mcp-config", "no other MCP servers than those")

    .optionsGroup("Sessions:")
    .option("-c, --continue", "continue the newest session of this folder")
    .option("-r, --resume [id]", "continue a session; without an id you choose it")
    .option("--fork-session", "continue it as a new session")
    .option("--resume-session-at <uuid>", "continue it as it was after this message")
    .option("--session-id <uuid>", "id of the new session")
    .option("-w, --worktree [name]", "work in a worktree of the repository, a separate checkout")
    .option("--no-session-persistence", "keep nothing of the session on disk")

    .optionsGroup("Hooks and trust:");
  return withDriverFlags(withSources(flags))
    .addOption(
      choice(
        "--untrusted <what>",
        "skip hooks, settings, servers and agents of an untrusted project, or refuse to start",
        ["skip", "fail"],
      ),
    )
    .option("--setting-sources <list>", "which of user,project,local to load")
    .option("--managed-settings <json>", "a policy: rules that no other settings can loosen")
    .option("--bare", "load no hooks, instructions or commands from files")
    .option("--init", "fire Setup (init) first")
    .option("--init-only", "fire Setup (init) and SessionStart, and end without a prompt")
    .option("--maintenance", "fire Setup (maintenance) first")

    .optionsGroup("Output:")
    .addOption(
      choice("--output-format <format>", "what -p prints", ["text", "json", "stream-json"]),
    )
    .option("-o, --output <file>", "write the output to a file instead of stdout")
    .addOption(choice("--input-format <format>", "what -p reads", ["text", "stream-json"]))
    .option("--verbose", "show everything about hooks and tools, on stderr")
    .option("--timeline", "print the session step by step, with its hooks")
    .option("--include-hook-events", "stream-json: include every hook run")
    .option("--include-partial-messages", "stream-json: include answers as they stream")
    .option("--replay-user-messages", "stream-json: repeat the prompts")

    .optionsGroup("Debugging:")
    .option("-d, --debug [filter]", "log what hooks do and why; filter: hooks, api, session, !api")
    .option("--debug-file <path>", "write that log to a file")
    .option("--trace <file>", "append one JSON line per event to a file");
}

/**
 * Flags that only programs pass. What they ask for either works without them or is refused with advice, so that they are
 * never an unknown option.
 */
const withDriverFlags = (command: Command): Command =>
  [
    "--plugin-dir-no-mcp <dir>",
    "--task-budget <tokens>",
    "--resume-drops-turn <uuid>",
    "--session-mirror",
    "--await-initialize",
    "--managed-settings-in-initialize",
    "--permission-prompts <who>",
    "--project-config-root <dir>",
    "--channels <names...>",
  ].reduce((flags, name) => {
    const option = new Option(name).hideHelp();
    return flags.addOption(name.startsWith("--plugin-dir") ? option.argParser(addTo) : option);
  }, command);

/** Flags of the agent that make sense where an editor opens the sessions. */
export const withAcpFlags = (command: Command): Command =>
  withSources(command)
    .option("--model <model>", "a model of Anthropic, openai:NAME, or script:FILE")
    .option("--fallback-model <model>", "another model, for when this one does not answer")
    .addOption(choice("--effort <level>", "how much the model thinks", efforts))
    .addOption(choice("--permission-mode <mode>", "the mode that sessions begin in", modes))
    .option(
      "--allow-dangerously-skip-permissions",
      "let the user of the editor choose bypassPermissions",
    )
    .option("--allowedTools, --allowed-tools <rules...>", "tools that may run without asking")
    .option("--disallowedTools, --disallowed-tools <rules...>", "tools that may not run")
    .option("--add-dir <dir...>", "more folders the agent may work in")
    .option("--mcp-config <configs...>", "more MCP servers, from files or JSON")
    .option("--strict-mcp-config", "no other MCP servers than those")
    .option("--append-system-prompt <text>", "add to the system prompt")
    .option("--agent <name>", "run as this agent")
    .option("--max-turns <n>", "stop after this many model turns")
    .addOption(
      choice("--untrusted <what>", "skip what is not trusted, or refuse to open a session", [
        "skip",
        "fail",
      ]),
    )
    .option("--setting-sources <list>", "which of user,project,local to load")
    .option("--managed-settings <json>", "a policy: rules that no other settings can loosen")
    .option("--trace <file>", "append one JSON line per event to a file");
