import { type CommandLine, commandsOf } from "./command-line.ts";
import { isFedScript } from "./fed-scripts.ts";
import { baseName } from "./inspect-command.ts";
import { runsNoArgument } from "./ordinary-programs.ts";
import { type PossibleCommand, possibleCommands } from "./possible-commands.ts";
import { shells } from "./shell-program.ts";
import type { ShellWord } from "./shell-word.ts";
import type { SimpleCommand } from "./simple-command.ts";
import { startedByProgram } from "./started-by-programs.ts";
import { wrappers } from "./wrappers.ts";

/** Texts in texts deeper than this are not read. */
const maxDepth = 4;
/** Words after these are not looked at. */
const maxWords = 64;

/**
 * Commands that a program may run although we do not know that it does: one that starts at a word of a program that is
 * not known, or is the text of a word, an alias or a variable. Only those that are spelled out.
 */
export function hiddenCommands(
  command: SimpleCommand,
  line: CommandLine,
): readonly (readonly ShellWord[])[] {
  const reached = possibleCommands(command).commands.filter(({ isGuess }) => !isGuess);
  const variables = command.words.length > 0 ? command.assignments.flatMap(valuesIn) : [];
  const started = reached.flatMap(({ words }) => {
    const [program, ...args] = words;
    const name = baseName(program?.value ?? "");
    const fed = isFedScript(command, words) ? textsOfLine(line) : [];
    return startedByProgram(name, literals(args), [...literals(command.hereTexts), ...fed]);
  });
  const texts = [...variables, ...reached.flatMap(textsIn), ...started];
  return [...reached.flatMap(startingInside), ...texts.flatMap((text) => spelledOut(text, 0))];
}

/** What the commands of a line may print: `printf` and `echo -e` make lines and tabs of `\\n` and `\\t`. */
const textsOfLine = ({ hereTexts, commands }: CommandLine): readonly string[] =>
  literals([...hereTexts, ...commands.flatMap(({ words }) => words.slice(1))]).map((text) =>
    text.replaceAll("\\n", "\n").replaceAll("\\t", "\t"),
  );

/** The commands that start at a later word of a program that is not known. */
function startingInside({ words }: PossibleCommand): readonly (readonly ShellWord[])[] {
  if (isOrdinary(words)) return [];
  return words
    .slice(1, maxWords)
    .map((_, index) => words.slice(index + 1))
    .filter(([first]) => first?.literal === true);
}

const isOrdinary = ([program, ...args]: readonly ShellWord[]): boolean =>
  program === undefined ||
  !program.literal ||
  // No program has such a name: `time -o f git` in Bash runs `-o`.
  program.value.startsWith("-") ||
  wrappers.has(baseName(program.value)) ||
  shells.has(baseName(program.value)) ||
  runsNoArgument(
    baseName(program.value),
    args.map(({ value }) => value),
  );

/** Builtins that evaluate the index in `name[index]`. */
const evaluating: ReadonlySet<string> = new Set(
  "[ declare export getopts let local mapfile printf read readarray readonly test typeset unset wait".split(
    " ",
  ),
);
/** Get variables for a program, or for all later ones. */
const assigning = /^(?:declare|env|export|local|readonly|sudo|typeset)$/;

/** The texts among the words of a command that a shell may read. */
function textsIn({ words }: PossibleCommand): readonly string[] {
  const name = baseName(words[0]?.value ?? "");
  const values = literals(words.slice(1));
  const afterEquals = values.map((value) => value.slice(value.indexOf("=") + 1));
  if (name === "alias") return afterEquals;
  if (name === "git")
    return values
      .flatMap((value, at) => [value, `${values[at - 1] ?? ""}=${value}`])
      .flatMap(textOfSetting);
  const assigned = assigning.test(name)
    ? afterEquals.filter((text, at) => text !== values[at])
    : [];
  const evaluated = evaluating.has(name)
    ? values.filter((value) => /\[.*(?:\$\(|`)/s.test(value)).map((value) => `: "${value}"`)
    : [];
  const scripts = isOrdinary(words) ? [] : values.filter((value) => /\s/.test(value));
  return [...assigned, ...evaluated, ...scripts];
}

const literals = (words: readonly ShellWord[]): readonly string[] =>
  words.slice(0, maxWords).flatMap(({ literal, value }) => (literal ? [value] : []));

/** Commands in `$(…)` and backticks anywhere in a text, also between quotes: some syntax evaluates values. */
export const substitutedIn = (line: string): readonly (readonly ShellWord[])[] =>
  [...line.matchAll(/\$\(([^()]*)\)|`([^`]*)`/g)]
    .slice(0, maxWords)
    .flatMap(([, inside, ticked]) => spelledOut(inside ?? ticked ?? "", 0));

/** What git runs for `-c name=value`: an alias is a command of git, or of the shell after `!`. */
function textOfSetting(word: string): readonly string[] {
  const [, name, value = ""] = /^(?:-c)?([A-Za-z][\w-]*\.[^=]*)=(.*)$/s.exec(word) ?? [];
  if (name === undefined || /^(?:user|author|committer)\./i.test(name)) return [];
  if (value.startsWith("!")) return [value.slice(1)];
  return [/^alias\./i.test(name) ? `git ${value}` : value];
}

const valuesIn = (assignment: string): readonly string[] =>
  commandsOf(assignment).assigned.flatMap(({ values }) =>
    values.flatMap(({ literal, value }) => (literal ? [value.replace(/^!/, "")] : [])),
  );

function spelledOut(text: string, depth: number): readonly (readonly ShellWord[])[] {
  const { parsable, commands } = commandsOf(text);
  if (!parsable) return [];
  return commands.slice(0, maxWords).flatMap((command) => {
    const { commands: reached, scripts } = possibleCommands(command);
    const literal = reached.map(({ words }) => words).filter(([first]) => first?.literal === true);
    const inner = scripts.flatMap((script) =>
      depth < maxDepth ? spelledOut(script, depth + 1) : [],
    );
    return [...literal, ...inner];
  });
}
