import { brand } from "@snaphook/protocol";
import { Command } from "commander";
import manifest from "../package.json" with { type: "json" };
import { addCommands } from "./add-commands.ts";
import { type AgentFlags, withAgentFlags } from "./commands/agent/agent-flags.ts";
import { isPrintMode } from "./commands/agent/agent-words.ts";
import { meantOf, UsageError } from "./usage-error.ts";

/** Runs the agent with its flags and the words that are none. */
export type RunAgent = (flags: AgentFlags, words: readonly string[]) => Promise<void>;

/** The command line for these arguments: with -p the agent alone, so that no prompt is taken for a command. */
export function createProgram(args: readonly string[], runAgent: RunAgent): Command {
  const program = agentCommand(async (flags, words) => {
    const [first] = words;
    if (words.length === 1 && first !== undefined && !/\s/.test(first))
      throw unknownCommand(first, names);
    await runAgent(flags, words);
  });
  addCommands(program);
  const names = program.commands.map((command) => command.name());
  return isPrintMode(args, names) ? agentCommand(runAgent) : program;
}

const agentCommand = (runAgent: RunAgent): Command =>
  withAgentFlags(new Command(brand.command))
    .description("Hooks for AI agents that you can trust, see into and test.")
    .usage("[options] [prompt]")
    .version(manifest.version, "-v, --version", "print the version")
    .enablePositionalOptions()
    .allowExcessArguments()
    .action((flags: AgentFlags, { args }: Command) => runAgent(flags, args));

const unknownCommand = (name: string, names: readonly string[]): UsageError =>
  new UsageError(`unknown command "${name}"; ${meantOf(name, names)}`);
