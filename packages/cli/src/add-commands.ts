import { brand } from "@snaphook/protocol";
import { type Command, Option } from "commander";
import { addTo, withAcpFlags, withSources } from "./commands/agent/agent-flags.ts";

const json = () => new Option("--json", "print JSON");

const settingSources = () =>
  new Option("--setting-sources <list>", "which of user,project,local to load beside --settings");

/** --trust-project of commands that run nothing. */
const asTrusted = "treat the project as trusted";

/** The bench commands. Each loads what it needs when it runs. */
export function addCommands(program: Command): void {
  withSources(program.command("explain"), asTrusted)
    .description("show which hooks an event would run, and why the others would not; runs nothing")
    .argument("<event>", "an event, such as PreToolUse")
    .option("--tool <name>", "the tool, for tool events")
    .option("--input <json>", "the tool's input or the event's fields: JSON, @FILE, or - for stdin")
    .addOption(settingSources())
    .addOption(json())
    .action(async (event, options) =>
      (await import("./commands/explain.ts")).explain(event, options),
    );

  withSources(program.command("run"))
    .description("run the hooks of an event, without an agent, and show what each did")
    .argument("<event>", "an event, such as PreToolUse")
    .option("--tool <name>", "the tool, for tool events")
    .option("--input <json>", "the tool's input or the event's fields: JSON, @FILE, or - for stdin")
    .option("--trace <file>", "append one JSON line to a file")
    .option("--model <model>", "the model for prompt and agent hooks; script:FILE plays answers")
    .option(
      "--as-hook",
      "act as one hook: read the event from stdin, answer with stdout and the exit code",
    )
    .addOption(settingSources())
    .addOption(json())
    .action(async (event, options) => (await import("./commands/run.ts")).run(event, options));

  withSources(program.command("lint"), asTrusted)
    .description("find mistakes in the configuration; runs nothing")
    .argument("[dir]", "the project's folder")
    .option("--strict", "fail on warnings too")
    .addOption(
      new Option("--platform <name>", "judge for another platform than this one").choices([
        "linux",
        "darwin",
        "win32",
      ]),
    )
    .addOption(settingSources())
    .addOption(json())
    .action(async (dir, options) => (await import("./commands/lint.ts")).lint(dir, options));

  program
    .command("test")
    .description("run the tests in *.hooktest.yaml and *.hooktest.json files, without an agent")
    .argument("[path...]", "fixtures, or folders to search; if missing, the project's folder")
    .addOption(
      new Option("--cwd <dir>", "the project's folder").default(process.cwd(), "this folder"),
    )
    .option(
      "--profile <names>",
      "profiles to test with, separated by commas; the first decides, the others are compared",
    )
    .option("--plugin-dir <dir>", "load a plugin from this folder; repeatable", addTo)
    .option("--trust-project", "run the project's hooks and settings without review, this once")
    .addOption(
      new Option("--reporter <name>", "how to print the results")
        .choices(["pretty", "tap", "junit", "json"])
        .default("pretty"),
    )
    .option("--update", "store the results of tests with a snapshot")
    .option("--watch", "run again when a fixture or a hook changes, until interrupted")
    .option("--jobs <n>", "how many copies of the project to use at the same time")
    .addOption(json())
    .action(async (paths, options) => (await import("./commands/test.ts")).test(paths, options));

  withSources(program.command("chaos"))
    .description("break every hook in every known way, and show what then gets past it")
    .option("--fix", "change the settings so that guards refuse when they fail")
    .addOption(json())
    .action(async (options) => (await import("./commands/chaos.ts")).chaos(options));

  withSources(program.command("doctor"))
    .description(
      "check what each hook needs and costs; runs trusted hooks in a copy of the project",
    )
    .option("--trace <file>", "show how much of a turn each hook took; repeatable", addTo)
    .option("--no-run", "run no hook, so measure nothing")
    .addOption(json())
    .action(async (options) => (await import("./commands/doctor.ts")).doctor(options));
  withSources(program.command("replay"))
    .description(
      "fire the calls and prompts of recorded sessions again, and show which decisions differ; runs no tool",
    )
    .argument("<file...>", "traces and transcripts, or folders with them")
    .addOption(settingSources())
    .option("--skip <id>", "leave this hook out; repeatable", addTo)
    .option("--jobs <n>", "how many copies of the project to use at the same time")
    .option("--strict", "fail if a decision differs")
    .addOption(json())
    .action(async (files, options) =>
      (await import("./commands/replay.ts")).replay(files, options),
    );

  withAcpFlags(program.command("acp"))
    .description("the agent for editors: speaks the Agent Client Protocol on stdin and stdout")
    .action(async (options) => (await import("./commands/acp.ts")).acp(options));

  const gateway = withSources(program.command("gateway"))
    .description("run an MCP server behind hooks: every tool call goes through them, in any client")
    .usage(`[options] -- COMMAND…\n       ${brand.command} gateway [options] --url URL`)
    .argument("[command...]", "the command that starts the server")
    .option("--url <url>", "a server on the network (streamable HTTP) instead of a command")
    .option("--name <name>", "the server's name in mcp__NAME__TOOL; if missing, from the command")
    .option("--tool-name <text>", "TOOL=NAME: hooks and rules know TOOL as NAME; repeatable", addTo)
    .option("--header <text>", "NAME: VALUE for every request to --url; repeatable", addTo)
    .option(
      "--header-env <text>",
      "NAME=VARIABLE: a header from the environment; repeatable",
      addTo,
    )
    .option("--ask", "ask about every call that no rule and no hook allows")
    .addOption(
      new Option(
        "--untrusted <what>",
        "skip hooks and settings of an untrusted project, or refuse to start",
      ).choices(["skip", "fail"]),
    )
    .addOption(settingSources())
    .option("--trace <file>", "append one JSON line per event to a file")
    .passThroughOptions()
    .action(async (words, options) =>
      (await import("./commands/gateway.ts")).gateway(words, options),
    );
  for (const verb of ["install", "uninstall"] as const)
    gateway
      .command(verb)
      .description(
        verb === "install"
          ? "show how a client's servers would go through the gateway; --yes writes it"
          : "the way back; --yes writes it",
      )
      .argument("<client>", "claude-code, claude-desktop, cursor, gemini, vscode, windsurf, zed")
      .addOption(
        new Option("--cwd <dir>", "the project's folder").default(process.cwd(), "this folder"),
      )
      .option("--file <path>", "the client's file, if it is not where the client keeps it")
      .option("--yes", "write the files")
      .action(async (client, options) =>
        (await import("./commands/gateway-install.ts")).gatewayInstall(verb, client, options),
      );

  program
    .command("new")
    .description("add a hook with a test and its settings entry, and run the test")
    .argument("[name]", "the name of the hook's file")
    .addOption(
      new Option("--cwd <dir>", "the project's folder").default(process.cwd(), "this folder"),
    )
    .option("--event <event>", "the event; if missing, PreToolUse")
    .option("--tool <name>", "the tool, for tool events; if missing, Bash")
    .addOption(
      new Option(
        "--language <name>",
        "what to write it in; if missing, sh, or that of the recipe",
      ).choices(["sh", "js", "ts", "python"]),
    )
    .option("--from <text>", "take the tested recipe that fits this text, or has this name")
    .option("--list", "list the recipes")
    .addOption(json())
    .action(async (name, options) => (await import("./commands/new.ts")).newCommand(name, options));

  program
    .command("trace")
    .description(
      "show what hooks did in a session: when they ran, how they ended, what they changed",
    )
    .argument("<file...>", "what --trace wrote, or a transcript; several are shown as one")
    .option("--hook <text>", "only hooks with this text in their name, or with this id")
    .option("--event <event>", "only this event")
    .option("--changed", "only events whose outcome hooks changed")
    .option("--all", "also show events for which no hook ran")
    .option("--html <out>", "write a page for a browser; it needs no network")
    .option("--otlp <out>", "write OpenTelemetry spans as OTLP/JSON")
    .addOption(json())
    .action(async (files, options) => (await import("./commands/trace.ts")).trace(files, options));

  program
    .command("sample")
    .description("print a sample of what a hook gets on stdin")
    .argument("<event>", "an event, such as PreToolUse")
    .option("--tool <name>", "the tool, for tool events")
    .addOption(new Option("--json", "the sample is always JSON").hideHelp())
    .addOption(
      new Option("--cwd <dir>", "the project's folder").default(process.cwd(), "this folder"),
    )
    .action(async (event, options) =>
      (await import("./commands/sample.ts")).sample(event, options),
    );

  const hooks = withListOptions(program.command("hooks").enablePositionalOptions())
    .description("show, add, change, test and switch hooks in a menu; in a pipe, list them")
    .option("--no-menu", "list the hooks, also at a terminal")
    .action(async (options) => (await import("./commands/hooks.ts")).hooksOrMenu(options));
  withListOptions(hooks.command("list"))
    .description("list all hooks: event, source, id and whether they can run; runs nothing")
    .action(async (options) => (await import("./commands/hooks.ts")).listHooks(options));
  for (const verb of ["enable", "disable"] as const)
    withSources(hooks.command(verb), asTrusted)
      .description(`turn hooks ${verb === "enable" ? "on" : "off"}, for you only`)
      .argument("<id...>", "ids from the list")
      .addOption(json())
      .action(async (ids, options) =>
        (await import("./commands/hooks.ts")).switchHooks(ids, verb === "enable", options),
      );

  addHookChanges(hooks);

  withSources(program.command("trust"))
    .description("review and trust the project's hooks, their scripts, and its settings")
    .argument("[id...]", "ids from the list; without any, prints the list")
    .option("--all", "trust everything in the project")
    .option("--show", "show what trusting covers and what it does not; changes nothing")
    .option("--forget", "take trust back, or forget a trusted hook that is gone")
    .addOption(json())
    .action(async (ids, options) => (await import("./commands/trust.ts")).trust(ids, options));

  program
    .command("schema")
    .description("print a JSON Schema: settings, or an event's input or output")
    .argument("[name]", "settings, PreToolUse.input, PreToolUse.output …; without one, lists all")
    .option("--json", "print the list of names as JSON")
    .action(async (name, options) => (await import("./commands/schema.ts")).schema(name, options));
}

const withListOptions = (command: Command): Command =>
  withSources(command, asTrusted)
    .option("--trace <file>", "show the last run of each hook and its times; repeatable", addTo)
    .addOption(json());

/** `hooks add`, `hooks edit` and `hooks delete`. */
function addHookChanges(hooks: Command): void {
  const load = () => import("./commands/change-hooks.ts");
  const withWriting = (command: Command): Command =>
    withSources(command, asTrusted)
      .option("--yes", "write without a question")
      .option("--dry-run", "show the difference, and write nothing");
  const withFields = (command: Command): Command =>
    command
      .option("--matcher <text>", "the tool, or what else the event matches; if missing, all")
      .option("--timeout <seconds>", "how long it may run")
      .addOption(
        new Option("--on-failure <what>", "what a failure means; a guard needs block").choices([
          "continue",
          "block",
        ]),
      );
  withWriting(withFields(hooks.command("add")))
    .description("add a command hook to a settings file; shows the difference and asks")
    .argument("<event>", "an event, such as PreToolUse")
    .requiredOption("--command <line>", "the command that it runs")
    .addOption(
      new Option("--scope <name>", "whose settings")
        .choices(["user", "project", "local"])
        .default("project"),
    )
    .action(async (event, flags) => (await load()).addToSettings(event, flags));
  withWriting(withFields(hooks.command("edit")))
    .description("change a hook in its settings file; the rest of the file stays as it is")
    .argument("<id>", "an id from the list")
    .option("--command <line>", "the command that it runs")
    .action(async (id, flags) => (await load()).editInSettings(id, flags));
  withWriting(hooks.command("delete"))
    .description("remove a hook from its settings file")
    .argument("<id>", "an id from the list")
    .action(async (id, flags) => (await load()).deleteFromSettings(id, flags));
}
