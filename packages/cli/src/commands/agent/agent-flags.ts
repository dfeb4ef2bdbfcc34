import { profiles } from "@snaphook/protocol";
import { type Command, Option } from "commander";

/** What commander makes of the flags of the agent. */
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
  readonly permissionMode?: string;
  readonly dangerouslySkipPermissions?: true;
  readonly permissionPromptTool?: string;
  readonly allowedTools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  readonly addDir?: readonly string[];
  readonly settings?: string;
  readonly settingSources?: string;
  readonly pluginDir?: readonly string[];
  readonly bare?: true;
  readonly init?: true;
  readonly maintenance?: true;
  readonly trustProject?: true;
  readonly untrusted?: "skip" | "fail";
  readonly profile?: keyof typeof profiles;
  readonly model?: string;
  readonly agent?: string;
  readonly effort?: string;
  readonly systemPrompt?: string;
  readonly appendSystemPrompt?: string;
  readonly continue?: true;
  readonly resume?: string | true;
  readonly forkSession?: true;
  readonly sessionId?: string;
  readonly mcpConfig?: readonly string[];
  readonly strictMcpConfig?: true;
  readonly autocompact?: string;
  readonly debug?: string | true;
  readonly debugFile?: string;
  readonly trace?: string;
  readonly timeline?: true;
}

/** The five, as the agent has them; written out so that `--help` need not load it. */
const modes = ["default", "plan", "acceptEdits", "dontAsk", "bypassPermissions"] as const;

const efforts = ["low", "medium", "high", "xhigh", "max"];

const choice = (flags: string, description: string, choices: readonly string[]) =>
  new Option(flags, description).choices(choices);

/** Flags that say which hooks are meant; every command that looks at hooks has them. */
export function withSources(command: Command): Command {
  return command
    .addOption(new Option("--cwd <dir>", "the project").default(process.cwd(), "this folder"))
    .addOption(choice("--profile <name>", "whose behaviour to follow", Object.keys(profiles)))
    .option("--settings <file-or-json>", "settings beside those of the project and the user")
    .option("--plugin-dir <dir...>", "folders of plugins")
    .option("--trust-project", "trust what the project brings, this once, without a review");
}

/** Flags of the agent, as users of other agents write them. */
export function withAgentFlags(command: Command): Command {
  return withSources(command)
    .option("-p, --print [prompt]", "run a prompt without a terminal and print the result")
    .addOption(
      choice("--output-format <format>", "what -p prints", ["text", "json", "stream-json"]),
    )
    .addOption(choice("--input-format <format>", "what -p reads", ["text", "stream-json"]))
    .option("--model <model>", "the model; script:FILE plays its turns from a file")
    .option("-c, --continue", "go on with the newest session of this folder")
    .option("-r, --resume [id]", "go on with a session")
    .option("--fork-session", "go on in a session of its own")
    .option("--session-id <uuid>", "the id of the new session")
    .option("--max-turns <n>", "end after so many turns of the model")
    .addOption(choice("--permission-mode <mode>", "what may happen without a question", modes))
    .option("--dangerously-skip-permissions", "ask about nothing: bypassPermissions")
    .option(
      "--permission-prompt-tool <stdio>",
      "the program that drives the session answers questions",
    )
    .option("--allowedTools, --allowed-tools <rules...>", "rules for what may run unasked")
    .option("--disallowedTools, --disallowed-tools <rules...>", "rules for what may not run")
    .option("--add-dir <dir...>", "more folders to work in")
    .option("--setting-sources <list>", "of user,project,local those that count")
    .option("--agent <name>", "run as this agent")
    .option("--system-prompt <text>", "take the place of what the model is told first")
    .option("--append-system-prompt <text>", "add to what the model is told first")
    .addOption(choice("--effort <level>", "how hard the model thinks", efforts))
    .option("--bare", "no hooks, instructions or commands of files")
    .option("--init", "fire Setup (init) first")
    .option("--maintenance", "fire Setup (maintenance) first")
    .addOption(choice("--untrusted <what>", "skip hooks nobody trusted, or fail", ["skip", "fail"]))
    .option("--verbose", "everything about hooks and tools, on stderr")
    .option("--include-hook-events", "stream-json tells of every hook")
    .option("--include-partial-messages", "stream-json tells of answers as they come")
    .option("--replay-user-messages", "stream-json tells of prompts too")
    .option("-d, --debug [filter]", "log what hooks do and why; hooks, api, session, !api")
    .option("--debug-file <path>", "log into this file")
    .option("--trace <file>", "append one JSON line per event to this file")
    .option("--timeline", "print what happened, step by step")
    .addOption(new Option("--mcp-config <configs...>", "MCP servers").hideHelp())
    .addOption(new Option("--strict-mcp-config", "no other MCP servers").hideHelp())
    .addOption(new Option("--autocompact <size>", "when to compact").hideHelp());
}
