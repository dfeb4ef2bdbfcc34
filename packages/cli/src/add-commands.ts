import { type Command, Option } from "commander";
import { withSources } from "./commands/agent/agent-flags.ts";

const json = () => new Option("--json", "print the answer as JSON");

/** The commands of the bench. What they need is loaded when one runs. */
export function addCommands(program: Command): void {
  withSources(program.command("explain"))
    .description(
      "say which hooks an event would run, and why each other one would not; runs nothing",
    )
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
    .action(async (event, options) =>
      (await import("./commands/sample.ts")).sample(event, options),
    );

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
}
