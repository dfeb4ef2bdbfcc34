import type { CommandLine } from "@snaphook/engine/rules";
import { anyName, fromEnvironment, listedNames, type ValueContext } from "./value-marks.ts";

type Command = CommandLine["commands"][number];

/** Print a word without a slash, whatever their arguments are. */
const shortTexts: ReadonlySet<string> = new Set(
  "arch date hostname id nproc tty uname wc whoami".split(" "),
);
/** Pass lines on as they are. */
const filters: ReadonlySet<string> = new Set("egrep fgrep grep head sort tac tail uniq".split(" "));

const gitNames =
  /^(?:ls-files|diff --name-only|diff --cached --name-only|diff --staged --name-only)\b/;
const gitRevisions = /^(?:rev-parse|branch --show-current|describe|merge-base|rev-list)\b/;

/**
 * The texts that the commands of a substitution may print, if they only list names of existing files or print short
 * texts; undefined if they could print anything, such as the content of a file.
 */
export function listsNames(
  { parsable, commands, redirected }: CommandLine,
  context: ValueContext,
): readonly string[] | undefined {
  const [first, ...rest] = commands;
  if (!parsable || first === undefined || redirected.from.length > 0) return undefined;
  if (rest.some((command) => !passesLinesOn(command))) return undefined;
  return printedBy(first, context);
}

const passesLinesOn = ({ words, assignments, input }: Command): boolean =>
  filters.has(words[0]?.value ?? "") &&
  assignments.length === 0 &&
  input === undefined &&
  // Without operands, so that it reads the names and not a file; not the matching part of a line alone.
  words.slice(1).every(({ literal, value }, index, all) => {
    if (!literal || /^-[^-]*o|^--o/.test(value)) return false;
    if (value.startsWith("-") || /^\d+$/.test(value)) return true;
    return words[0]?.value.endsWith("grep") === true && index === all.length - 1;
  });

function printedBy(
  { words, assignments }: Command,
  { directories }: ValueContext,
): readonly string[] | undefined {
  const [program = "", ...args] = words.map(({ value }) => value);
  const isKnown = words.every(({ literal, shape }) => literal || /^[^-*]/.test(shape));
  if (assignments.length > 0 || !isKnown) return undefined;
  if (program === "pwd") return directories;
  if (shortTexts.has(program)) return args.some((arg) => arg.includes("/")) ? undefined : [anyName];
  const mark = printers.get(program)?.(args);
  return mark === undefined ? undefined : [mark];
}

/** What else prints names or short texts, with these arguments. */
const printers: ReadonlyMap<string, (args: readonly string[]) => string | undefined> = new Map([
  ["seq", (args) => (args.every((arg) => /^-?\d+$/.test(arg)) ? anyName : undefined)],
  ["which", () => fromEnvironment],
  ["command", ([option]) => (option === "-v" ? fromEnvironment : undefined)],
  ["ls", () => listedNames],
  [
    "find",
    (args) => (args.some((arg) => /^-(?:printf|L|follow)/.test(arg)) ? undefined : listedNames),
  ],
  ...["egrep", "fgrep", "grep", "rg"].map((name) => [name, printsFileNames] as const),
  ["git", printedByGit],
]);

function printsFileNames(args: readonly string[]): string | undefined {
  const onlyNames = /^-[A-Za-z]*l[A-Za-z]*$|^--files(?:-with-matches)?$/;
  return args.some((arg) => onlyNames.test(arg)) ? listedNames : undefined;
}

function printedByGit(args: readonly string[]): string | undefined {
  const line = args.join(" ");
  if (/^rev-parse --(?:show-toplevel|git-dir)$/.test(line)) return fromEnvironment;
  if (gitRevisions.test(line)) return args.length > 3 ? undefined : anyName;
  return gitNames.test(line) ? listedNames : undefined;
}
