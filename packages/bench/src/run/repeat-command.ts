import type { HookRun } from "@snaphook/engine/internal";
import { definitionOf, printedJson, shellWord } from "@snaphook/protocol";

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
