import { brand, shellWord } from "@snaphook/protocol";
import { Command } from "commander";
import manifest from "../package.json" with { type: "json" };
import { addCommands } from "./add-commands.ts";
import { type AgentFlags, withAgentFlags } from "./commands/agent/agent-flags.ts";
import { isPrintMode, isPromptAfterDashes } from "./commands/agent/print-mode.ts";
import { isDriven } from "./driven.ts";
import { exitCodes, usageExitCode } from "./exit-codes.ts";
import { printMessage } from "./print.ts";
import { suggestName, UsageError } from "./usage-error.ts";

/** Runs the agent with its flags and its positional arguments. */
export type RunAgent = (flags: AgentFlags, words: readonly string[]) => Promise<void>;

/** The command line for these arguments. With -p or -- there are no commands, so a prompt is never taken for one. */
export function createProgram(args: readonly string[], runAgent: RunAgent): Command {
  const program = agentCommand(async (flags, words) => {
    const [first] = words.filter(Boolean);
    if (words.length === 1 && first !== undefined && !/\s/.test(first))
      throw unknownCommand(first, names);
    await runAgent(flags, words);
  });
  addCommands(program);
  program.helpCommand(false);
  program
    .command("help")
    .description("show help for a command")
    .argument("[command...]", "its name, such as hooks disable")
    .action((words: readonly string[]) => void commandNamed(words, program).outputHelp());
  refuseExcessArguments(program.commands);
  const names = program.commands.map((command) => command.name());
  if (isPrintMode(args, names) || isPromptAfterDashes(args, names))
    return withUsageCode(agentCommand(runAgent), args);
  const namesCommand = args.some((word) => names.includes(word));
  return isDriven(args) || !namesCommand ? withUsageCode(program, args) : program;
}

function commandNamed(words: readonly string[], program: Command): Command {
  return words.reduce((command, word) => {
    const found = command.commands.find((one) => one.name() === word);
    if (found) return found;
    throw unknownCommand(
      word,
      command.commands.map((one) => one.name()),
    );
  }, program);
}

/** The agent has an exit code of its own for a wrong flag. For a hook that runs a command, 2 would mean a refusal. */
const withUsageCode = (command: Command, args: readonly string[]): Command =>
  command.exitOverride(({ exitCode, message }) => {
    if (exitCode === 0) process.exit(0);
    if (!isDriven(args)) process.exit(usageExitCode);
    const text = message.replace(/^error: /, "");
    throw new UsageError(text, usageExitCode, { isPrinted: true });
  });

/** A mistyped subcommand is an extra argument: it must not be ignored. The agent takes any words: its prompt. */
function refuseExcessArguments(commands: readonly Command[]): void {
  for (const command of commands) {
    command.allowExcessArguments(false);
    refuseExcessArguments(command.commands);
  }
}

const agentCommand = (runAgent: RunAgent): Command =>
  withAgentFlags(new Command(brand.command))
    .description(
      "An agent with Claude Code-compatible hooks, and a bench to explain, run and check hooks.",
    )
    .usage("[options] [prompt]")
    .optionsGroup("Options:")
    .version(manifest.version, "-v, --version", "print the version")
    .addHelpText("after", `${examples}${exitCodeList}`)
    .configureOutput({
      writeErr: (text) => printMessage(text.trimEnd()),
      outputError: (text, write) => write(text.replace(/^error: /, `${brand.command}: `)),
    })
    .enablePositionalOptions()
    .allowExcessArguments()
    .action((flags: AgentFlags, { args }: Command) => runAgent(flags, args));

const examples = `
Examples:
  ${brand.command} explain PreToolUse --tool Bash --input '{"command":"rm -rf build"}'
  ${brand.command} run PreToolUse --tool Bash --input '{"command":"rm -rf build"}'
  ${brand.command} lint --strict
  ${brand.command} trust --show
  ${brand.command} -p "Fix the failing test" --permission-mode acceptEdits --timeline
  ${brand.command} -p "Say hello" --model script:session.json --output-format stream-json --verbose
`;

const exitCodeList = `
Exit codes (the reason is on stderr, or in the report):
${Object.entries(exitCodes)
  .map(([code, when]) => `  ${code.padEnd(5)}${when}`)
  .join("\n")}
`;

const unknownCommand = (name: string, names: readonly string[]): UsageError =>
  new UsageError(
    `unknown command "${name}"; ${suggestName(name, names)} (a prompt of one word: ${brand.command} -- ${shellWord(name)}, or with -p)`,
  );
