import { homedir } from "node:os";
import { type CommandLine, commandsOf } from "@snaphook/engine/rules";
import { makesManyWords } from "./brace-words.ts";
import { directoriesIn } from "./line-directories.ts";
import { createProcessFileCheck, type Walk } from "./process-files.ts";
import { readOnlyPrograms, takesTexts } from "./read-only-programs.ts";
import { isRepositoryWithoutPrograms } from "./repository-without-programs.ts";
import type { ValueContext } from "./value-marks.ts";
import { reachesPrograms } from "./variables-of-programs.ts";
import { valuesOf } from "./word-values.ts";

type Command = CommandLine["commands"][number];

const maxLength = 10_000;

/** Where a command runs. */
export interface CommandPlace {
  readonly cwd: string;
  readonly home: string;
  /** The line that the command is a part of: it may set variables and change the directory. Default: the command. */
  readonly line?: string;
}

/**
 * T11: whether a command is read-only. Every piece of its syntax and every program with its options is on a list of
 * harmless ones, so it cannot change a file or a setting, open a connection or run an unknown program; and it
 * cannot read the variables of other processes, because those of the agent contain the model's API key. In doubt
 * the answer is no. `cd` changes only the session's directory.
 */
export function isReadOnlyCommand(
  command: string,
  place: CommandPlace = { cwd: process.cwd(), home: homedir() },
): boolean {
  // Everything below takes time for every word. No one writes a longer line only to look at something.
  if (command.length > maxLength || (place.line?.length ?? 0) > maxLength) return false;
  if (makesManyWords(command)) return false;
  const read = commandsOf(command);
  const { parsable, hasFileRedirection, unlistedSyntax, commands } = read;
  if (!parsable || hasFileRedirection || unlistedSyntax !== undefined) return false;
  if (commands.length === 0 || !commands.every(isReadOnly)) return false;
  // What git does depends on the settings of the repository it runs in.
  if (runs(commands, "cd") && runs(commands, "git")) return false;
  return !readsProcessFiles(read, place);
}

/** The same where git must not run programs that the repository names. */
export const isReadOnlyIn = (place: CommandPlace, command: string): boolean =>
  isReadOnlyCommand(command, place) &&
  (!runs(commandsOf(command).commands, "git") || isRepositoryWithoutPrograms(place.cwd));

const runs = (commands: readonly Command[], name: string): boolean =>
  commands.some(({ words }) => words[0]?.value === name);

function isReadOnly({ words, assignments }: Command): boolean {
  const [program, ...args] = words;
  if (!assignments.every((text) => !reachesPrograms(text, program?.value))) return false;
  if (program === undefined) return true;
  return program.literal && readOnlyPrograms.get(program.value)?.(args) === true;
}

/** Whether the commands may reach files of processes, or read something that is not known before they run. */
function readsProcessFiles(read: CommandLine, place: CommandPlace): boolean {
  const line = place.line === undefined ? read : commandsOf(place.line);
  const context: ValueContext | undefined = directoriesIn(line, place);
  if (context === undefined) return true;
  const isProcessFile = createProcessFileCheck(context);
  const inputs = read.redirected.from.map((word) => ({ word, walk: "no" as const }));
  const named = read.commands.flatMap((command) => {
    const [program, ...args] = command.words;
    if (program === undefined || takesTexts(program.value)) return [];
    const walk = walkOf(command, read.hasSubstitution);
    const start = walk === "no" || namesPlaces(command) ? [] : context.directories.map(literalWord);
    return [...start, ...args].map((word) => ({ word, walk }));
  });
  return [...inputs, ...named].some(({ word, walk }) => {
    const values = valuesOf(word, context);
    return (
      values === undefined || values.flatMap(namesIn).some((name) => isProcessFile(name, walk))
    );
  });
}

const literalWord = (text: string): Command["words"][number] => ({
  text,
  value: text,
  literal: true,
  shape: text,
  splits: false,
  pieces: [{ kind: "text", text }],
});

/** Whether a program goes through folders, and follows links there. */
function walkOf({ words }: Command, isListPassedOn: boolean): Walk {
  const [program = "", ...args] = words.map(({ value }) => value);
  const has = (option: RegExp) => args.some((arg) => option.test(arg));
  if (/^[ef]?grep$/.test(program)) {
    if (has(/^-[A-Za-z]*R|^--deref/)) return "following links";
    return has(/^-[A-Za-z]*[rd]|^--(?:rec|dir)/) ? "yes" : "no";
  }
  if (program === "rg") return has(/^-[A-Za-z]*L|^--follow/) ? "following links" : "yes";
  if (program === "diff") return has(/^-[A-Za-z]*r|^--rec/) ? "following links" : "no";
  const lists = program === "find" || (program === "ls" && has(/^-[A-Za-z]*R|^--rec/));
  return lists && isListPassedOn ? "yes" : "no";
}

/** Options of grep and rg with a value in the next word. */
const valued = /^-[A-Za-z]*[ABCDdefgjmMrtTE]$/;

/** Whether a program that goes through folders gets one, or a file, and not only a pattern. */
function namesPlaces({ words }: Command): boolean {
  const [program, ...args] = words;
  const operands = args.filter(
    ({ value }, index) => !value.startsWith("-") && !valued.test(args[index - 1]?.value ?? ""),
  );
  return (
    operands.length > (program?.value.endsWith("g") || program?.value.endsWith("grep") ? 1 : 0)
  );
}

/** The word itself, and the path in `name=path` and `-opath`. */
const namesIn = (value: string): readonly string[] =>
  value.startsWith("-")
    ? [value.slice(value.indexOf("=") + 1), value.replace(/^-\w/, "")].filter((name) => name !== "")
    : [value];
