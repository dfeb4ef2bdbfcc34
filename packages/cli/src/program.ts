import { brand, profiles } from "@snaphook/protocol";
import { Command, Option } from "commander";
import { meantOf, UsageError } from "./usage-error.ts";

/** Options that say which hooks are meant; every command that looks at hooks has them. */
function withSources(command: Command): Command {
  return command
    .addOption(new Option("--cwd <dir>", "the project").default(process.cwd(), "this folder"))
    .addOption(
      new Option("--profile <name>", "whose behaviour to follow").choices(Object.keys(profiles)),
    )
    .option("--settings <file-or-json>", "settings beside those of the project and the user")
    .option("--plugin-dir <dir...>", "folders of plugins")
    .option("--trust-project", "trust what the project brings, this once, without a review");
}

const json = () => new Option("--json", "print the answer as JSON");

const program = withSources(new Command(brand.command))
  .description("Hooks for AI agents that you can trust, see into and test.")
  .enablePositionalOptions()
  .option("-p, --print <prompt>", "run one prompt and print what happens")
  .option("--model <model>", "script:FILE plays the model's turns from a file")
  .option("--trace <file>", "append one JSON line per event to this file")
  .allowExcessArguments()
  .action(async (options, { args: [stray] }: Command) => {
    if (stray !== undefined) throw unknownCommand(stray);
    return (await import("./commands/session.ts")).session(options);
  });

function unknownCommand(name: string): UsageError {
  const names = program.commands.map((command) => command.name());
  return new UsageError(`unknown command "${name}"; ${meantOf(name, names)}`);
}

withSources(program.command("explain"))
  .description("say which hooks an event would run, and why each other one would not; runs nothing")
  .argument("<event>", "event name, such as PreToolUse")
  .option("--tool <name>", "the tool, for events about one")
  .option("--input <json>", "the tool's input or the event's fields: JSON, @FILE, or - for stdin")
  .addOption(json())
  .action(async (event, options) =>
    (await import("./commands/explain.ts")).explain(event, options),
  );

withSources(program.command("run"))
  .description("run the hooks of an event for real, without an agent, and say what each did")
  .argument("<event>", "event name, such as PreToolUse")
  .option("--tool <name>", "the tool, for events about one")
  .option("--input <json>", "the tool's input or the event's fields: JSON, @FILE, or - for stdin")
  .option("--trace <file>", "append one JSON line to this file")
  .option("--as-hook", "read the event from stdin and answer as one hook would: a hook of hooks")
  .addOption(json())
  .action(async (event, options) => (await import("./commands/run.ts")).run(event, options));

withSources(program.command("lint"))
  .description("say everything that is wrong or odd about the configuration; runs nothing")
  .argument("[dir]", "the project")
  .option("--strict", "fail on warnings too")
  .addOption(json())
  .action(async (dir, options) => (await import("./commands/lint.ts")).lint(dir, options));

program
  .command("sample")
  .description("print an input for an event, as a hook would be told it")
  .argument("<event>", "event name, such as PreToolUse")
  .option("--tool <name>", "the tool, for events about one")
  .addOption(new Option("--json", "the sample is always JSON").hideHelp())
  .addOption(new Option("--cwd <dir>", "the project").default(process.cwd(), "this folder"))
  .action(async (event, options) => (await import("./commands/sample.ts")).sample(event, options));

const hooks = withSources(program.command("hooks"))
  .description("list the hooks by event: where each comes from and how it stands; runs nothing")
  .enablePositionalOptions()
  .addOption(json())
  .action(async (options) => (await import("./commands/hooks.ts")).listHooks(options));
for (const verb of ["enable", "disable"] as const)
  withSources(hooks.command(verb))
    .description(`switch hooks ${verb === "enable" ? "on" : "off"}, for you alone`)
    .argument("<id...>", "ids from the list")
    .addOption(json())
    .action(async (ids, options) =>
      (await import("./commands/hooks.ts")).switchHooks(ids, verb === "enable", options),
    );

withSources(program.command("trust"))
  .description("trust what the project brings: its hooks, the scripts they name, its settings")
  .argument("[id...]", "ids from the list; without any, lists how things stand")
  .option("--all", "everything the project brings")
  .option("--show", "show what trusting covers and what it does not")
  .option("--revoke", "trust them no longer")
  .addOption(json())
  .action(async (ids, options) => (await import("./commands/trust.ts")).trust(ids, options));

program
  .command("schema")
  .description("print a JSON Schema of the contract")
  .argument(
    "[name]",
    "settings, PreToolUse.input, PreToolUse.output …; without one, lists the names",
  )
  .option("--json", "print the list of names as JSON")
  .action(async (name, options) => (await import("./commands/schema.ts")).schema(name, options));

program.parseAsync().catch((error: unknown) => {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${brand.command}: ${error.message}`);
  process.exitCode = 1;
});
