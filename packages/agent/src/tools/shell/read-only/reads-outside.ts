import { realTarget } from "@snaphook/engine/internal";
import { type CommandLine, commandsOf } from "@snaphook/engine/rules";
import { isInside } from "../../../is-inside.ts";
import { pathsOf } from "../../../permissions/guard/shell-directories.ts";
import { directoriesIn } from "./line-directories.ts";
import { takesTexts } from "./read-only-programs.ts";
import { fromEnvironment, listedNames } from "./value-marks.ts";
import { type ShellWord, valuesOf } from "./word-values.ts";

type Command = CommandLine["commands"][number];

interface ReadingPlace {
  readonly cwd: string;
  readonly home: string;
  /** The line that the command is a part of. */
  readonly line: string;
  /** What may be read without a question. */
  readonly directories: readonly string[];
}

/**
 * G1: whether a read-only command reads something outside the project, or runs there. In doubt it does: a variable of
 * the environment may name any place.
 */
export function readsOutside(command: string, place: ReadingPlace): boolean {
  const context = directoriesIn(commandsOf(place.line), place);
  if (context === undefined) return true;
  const roots = place.directories.map(realTarget);
  const isOutside = (path: string) =>
    !harmlessDevices.test(path) && !roots.some((root) => isInside(root, realTarget(path)));
  if (context.directories.some(isOutside)) return true;
  const { commands, redirected } = commandsOf(command);
  const shell = { ...context, elsewhere: false };
  return [...redirected.from, ...commands.flatMap(wordsWithPaths)].some((word) => {
    const values = valuesOf(word, context);
    return (
      values === undefined ||
      values
        .flatMap(pathsInWord)
        .some((path) => path.includes(fromEnvironment) || pathsOf(path, shell).some(isOutside))
    );
  });
}

const harmlessDevices = /^\/dev\/(?:null|stdin|fd\/\d+)$/;

/** The path in a word, in `--name=path` and in `-opath`. */
function pathsInWord(value: string): readonly string[] {
  if (value === listedNames) return [];
  if (!value.startsWith("-")) return [value];
  const paths = [value.slice(value.indexOf("=") + 1), value.replace(/^-\w/, "")];
  return paths.filter((path) => path !== "" && path !== value);
}

/** The words of a command that may name files. */
function wordsWithPaths({ words }: Command): readonly ShellWord[] {
  const [program, ...args] = words;
  const name = program?.value ?? "";
  if (takesTexts(name) || /^(?:tr|printenv)$/.test(name)) return [];
  if (name === "find") return startsOfFind(args);
  const files = withoutTexts(name, args);
  return takesPattern.test(name) ? withoutPattern(files) : files;
}

/** The folders come before the tests. */
function startsOfFind(args: readonly ShellWord[]): readonly ShellWord[] {
  const first = args.findIndex(({ value }) => !/^-[HLPDO]/.test(value));
  const rest = first < 0 ? [] : args.slice(first);
  const test = rest.findIndex(({ value }) => /^[-(!]/.test(value));
  return test < 0 ? rest : rest.slice(0, test);
}

/** Options whose value is a text, such as a separator. */
const textOptions: Readonly<Record<string, RegExp>> = {
  cut: /^-[bcdf]/,
  join: /^-t/,
  nl: /^-[bdfhs]/,
  paste: /^-d/,
  sort: /^-[kt]/,
};

function withoutTexts(name: string, args: readonly ShellWord[]): readonly ShellWord[] {
  const option = Object.hasOwn(textOptions, name) ? textOptions[name] : undefined;
  if (option === undefined) return args;
  const isText = ({ value }: ShellWord) => option.test(value);
  return args.filter((word, index) => {
    const before = args[index - 1];
    return !isText(word) && !(before?.value.length === 2 && isText(before));
  });
}

/** Programs whose first operand is a pattern or a script. */
const takesPattern = /^(?:[ef]?grep|rg|sed|jq)$/;
/** Options that take its place; `-L` of jq has a value. */
const namesPattern = /^-[A-Za-z]*[efL]|^--(?:e|f|reg)/;

function withoutPattern(args: readonly ShellWord[]): readonly ShellWord[] {
  if (args.some(({ value }) => namesPattern.test(value)))
    return args.filter((_, index) => !/^-e$/.test(args[index - 1]?.value ?? ""));
  const end = args.findIndex(({ value }) => value === "--");
  const pattern = args.findIndex(
    ({ value }, index) => (end >= 0 && index > end) || !value.startsWith("-"),
  );
  return args.filter((_, index) => index !== pattern);
}
