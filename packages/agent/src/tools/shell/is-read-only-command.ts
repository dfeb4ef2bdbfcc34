import { type CommandLine, commandsOf } from "@snaphook/engine/rules";
import { readOnlyPrograms } from "./read-only-programs.ts";
import { isRepositoryWithoutPrograms } from "./repository-without-programs.ts";

type Command = CommandLine["commands"][number];

/**
 * Whether a command line is read-only: no part of it can change a file or a setting, have another effect, or
 * run an unknown program. In doubt the answer is no. `cd` changes only the session's directory.
 */
export function isReadOnlyCommand(line: string): boolean {
  const { parsable, hasFileRedirection, sideEffect, commands } = commandsOf(line);
  if (!parsable || hasFileRedirection || sideEffect !== undefined) return false;
  if (commands.length === 0 || !commands.every(isReadOnly)) return false;
  if (mentionsProcess.test(line)) return false;
  // What git does depends on the settings of the repository it runs in.
  return !(runs(commands, "cd") && runs(commands, "git"));
}

/**
 * The same for a line that runs in this directory, where git must not run programs that the repository names.
 */
export const isReadOnlyIn = (directory: string, line: string): boolean =>
  isReadOnlyCommand(line) &&
  (!runs(commandsOf(line).commands, "git") || isRepositoryWithoutPrograms(directory));

/**
 * Paths that show the variables of other processes: those of the agent contain the model's API key. Text can
 * be disguised, so this leads to a question but is not a complete protection (T10).
 */
const mentionsProcess = /\/proc\b|\benviron\b/;

const runs = (commands: readonly Command[], name: string): boolean =>
  commands.some(({ words }) => words[0]?.value === name);

function isReadOnly({ words, assignments }: Command): boolean {
  if (!assignments.every(isHarmless)) return false;
  const [program, ...args] = words;
  if (program === undefined) return true;
  return program.literal && readOnlyPrograms.get(program.value)?.(args) === true;
}

/** Variables that choose which code runs, or what programs read as their settings. */
const influential =
  /PATH|^(?:LD|DYLD|GIT|BASH|SSH|XDG|LESS|NLS|MALLOC|GREP|TMP|PS\d)|^(?:ENV|IFS|MAGIC)|OPT(?:ION)?S|PAGER|EDITOR|VISUAL|HOME|PROXY|PRELOAD|CONFIG|PROMPT|SHELL|TUNABLES|COMMAND|BROWSER/i;

function isHarmless(assignment: string): boolean {
  const name = /^([A-Za-z_]\w*)\+?=/.exec(assignment)?.[1];
  return name !== undefined && !influential.test(name);
}
