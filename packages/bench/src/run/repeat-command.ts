import type { HookRun } from "@snaphook/engine/internal";
import { definitionOf, shellWord } from "@snaphook/protocol";

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
  const json = JSON.stringify(input);
  if (json.length > maxInputLength || process.platform === "win32") return null;
  const source = `printf '%s\\n' ${shellWord(json)}`;
  const { run } = definitionOf(handler);
  if (run.by === "process") return started ? again(started, source) : null;
  if (run.repeat === "never" || end.how === "couldNotStart") return null;
  return `${source} | ${run.repeat(handler)}`;
}

/** Starts the program in the same folder and in the same way. */
function again(
  { program, args, cwd, variables }: NonNullable<HookRun["started"]>,
  source: string,
): string {
  const set = Object.entries(variables).map(
    ([name, value]) => `${name}=${shownValue(name, value)}`,
  );
  const words = [...set, ...[program, ...args].map(shellWord)];
  return `cd ${shellWord(cwd)} && ${source} | ${words.join(" ")}`;
}

/** The file for variables is gone with the session, so the hook gets a new one. */
const shownValue = (name: string, value: string): string =>
  name === "CLAUDE_ENV_FILE" ? '"$(mktemp)"' : shellWord(value);
