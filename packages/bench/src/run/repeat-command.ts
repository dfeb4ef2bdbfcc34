import type { ConfiguredHook } from "@snaphook/engine";
import type { HookRun } from "@snaphook/engine/internal";
import { definitionOf, printedJson, programOf, shellWord } from "@snaphook/protocol";
import { resolvedCommand } from "../hooks/resolved-command.ts";

/** A longer input does not fit in a command line. */
const maxInputLength = 4000;

/**
 * A shell command that runs a hook again as it ran: the same program, folder, input and variables of its own.
 * `null` where a shell cannot: other types of hooks, a run that did not start, a long input.
 */
export function repeatCommand(
  { planned: { handler }, started, end }: HookRun,
  input: Readonly<Record<string, unknown>>,
): string | null {
  const { run } = definitionOf(handler);
  if (run.by === "process") return started ? repeatProcess(started, input) : null;
  const source = printInput(input);
  if (source === null || run.repeat === "never" || end.how === "couldNotStart") return null;
  return `${source} | ${run.repeat(handler)}`;
}

/**
 * A shell command that runs a configured hook alone, with an input, in the project; `shell` is the one that runs its
 * command. `null` where a shell cannot.
 */
export function commandForHookAlone(
  hook: ConfiguredHook,
  { cwd, shell }: { readonly cwd: string; readonly shell: string | undefined },
  input: Readonly<Record<string, unknown>>,
): string | null {
  const { run } = definitionOf(hook.handler);
  const program = programOf(hook.handler);
  const source = printInput(input);
  if (source === null) return null;
  if (program === undefined)
    return run.by === "process" || run.repeat === "never"
      ? null
      : `${source} | ${run.repeat(hook.handler)}`;
  const { root, scope, pluginData } = hook.origin;
  const variables = {
    CLAUDE_PROJECT_DIR: cwd,
    ...(scope === "plugin" && root !== undefined ? { CLAUDE_PLUGIN_ROOT: root } : {}),
    ...(pluginData === undefined ? {} : { CLAUDE_PLUGIN_DATA: pluginData }),
  };
  const set = Object.entries(variables).map(([name, value]) => `${name}=${shellWord(value)}`);
  const called =
    shell === undefined
      ? resolvedCommand(hook, cwd)
      : `${shellWord(shell)} -c ${shellWord(program.command)}`;
  return `cd ${shellWord(cwd)} && ${source} | ${[...set, called].join(" ")}`;
}

/** A shell command that starts the program in the same folder and in the same way; `null` if the input is too long for one. */
export function repeatProcess(
  { program, args, cwd, variables }: NonNullable<HookRun["started"]>,
  input: Readonly<Record<string, unknown>>,
): string | null {
  const source = printInput(input);
  if (source === null) return null;
  const set = Object.entries(variables).map(
    ([name, value]) => `${name}=${shownValue(name, value)}`,
  );
  const words = [...set, ...[program, ...args].map(shellWord)];
  return `cd ${shellWord(cwd)} && ${source} | ${words.join(" ")}`;
}

/** Prints the input, in characters that are all visible. */
function printInput(input: Readonly<Record<string, unknown>>): string | null {
  const json = printedJson(input);
  if (json.length > maxInputLength || process.platform === "win32") return null;
  return `printf '%s\\n' ${shellWord(json)}`;
}

/** The file for variables is gone with the session, so the hook gets a new one. */
const shownValue = (name: string, value: string): string =>
  name === "CLAUDE_ENV_FILE" ? '"$(mktemp)"' : shellWord(value);
