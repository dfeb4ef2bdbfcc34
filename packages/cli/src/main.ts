import { brand } from "@snaphook/protocol";
import { Command, Option } from "commander";
import { UsageError } from "./usage-error.ts";

const program = new Command(brand.command)
  .description("Hooks for AI agents that you can trust, see into and test.")
  .option("-p, --print <prompt>", "run one prompt and print what happens")
  .option("--model <model>", "script:FILE plays the model's turns from a file")
  .option("--trace <file>", "append one JSON line per event to this file")
  .option("--trust-project", "run the project's hooks, this once, without a review")
  .option("--cwd <dir>", "the project", process.cwd())
  .action(async (options) => (await import("./commands/session.ts")).session(options));

program
  .command("explain")
  .description("say which hooks an event would run and why each other one would not; runs nothing")
  .argument("<event>", "event name, such as PreToolUse")
  .option("--tool <name>", "the tool the event is about")
  .option("--input <json>", "the tool's input as JSON", "{}")
  .addOption(new Option("--json", "print the answer as JSON"))
  .action(async (event, options, command: Command) =>
    (await import("./commands/explain.ts")).explain(event, {
      ...command.optsWithGlobals(),
      ...options,
    }),
  );

program.parseAsync().catch((error: unknown) => {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${brand.command}: ${error.message}`);
  process.exitCode = 1;
});
