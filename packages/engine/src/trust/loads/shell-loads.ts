import { isAbsolute, join } from "node:path";
import { withAssigned } from "../assigned-values.ts";
import { type CommandWord, parsedWords } from "../command-words.ts";
import { inlineFlags } from "../programs.ts";
import type { KnownValues } from "../word-value.ts";

/** Something that a script loads. */
export type Load =
  /**
   * `started`: as a program of its own, which may be the project's code that the hook tests.
   * `isInput`: data that it reads with `<`. `unsure`: the word, if it is relative to a folder that is known only at run time.
   * `written`: the word, if the path is relative.
   */
  | {
      readonly path: string;
      readonly started: boolean;
      readonly isInput?: boolean;
      readonly unsure?: string;
      readonly written?: string;
    }
  /** The word for a file that is known only at run time. */
  | { readonly unresolved: string }
  /** A program text, as after `bash -c`. */
  | { readonly program: string; readonly text: string; readonly folders: readonly string[] };

type NamedPath = Extract<Load, { readonly path: string }>;

/** Programs that run the command in their arguments. */
const wrappers: ReadonlySet<string> = new Set(
  "builtin command env exec ionice nice nohup setsid stdbuf sudo time timeout xargs".split(" "),
);

/** What a shell script loads or starts by a path that is known before it runs. */
export async function shellLoads(text: string, values: KnownValues): Promise<readonly Load[]> {
  const words = await parsedWords(text, await withAssigned(text, values));
  return words ? [...loadsOfWords(words), ...inputsOf(words)] : loadsOfLines(text);
}

/** For a text that is too long or no Bash: what lines such as `. ./lib.sh` name. */
const loadsOfLines = (text: string): readonly Load[] =>
  [
    ...text.matchAll(/^[ \t]{0,99}(?:\.|source|bash|sh|exec)[ \t]{1,9}["']?([^\s"'$;&|]{1,999})/gm),
  ].map(([, path = ""]) => ({ path, started: false }));

/** The same for the words of parsed commands. */
export function loadsOfWords(words: readonly CommandWord[]): readonly Load[] {
  const starts = words.flatMap(({ role }, index) => (role === "program" ? [index] : []));
  return starts.flatMap((start, index) => loadsOfCommand(words.slice(start, starts[index + 1])));
}

/** The files that are read with `<`, except those that the script also writes. */
function inputsOf(words: readonly CommandWord[]): readonly Load[] {
  const written = new Set(
    words
      .filter(({ role }) => role === "output")
      .flatMap((word) => pathsOf([word], false))
      .map(({ path }) => path),
  );
  return pathsOf(
    words.filter(({ role }) => role === "input"),
    false,
  ).flatMap((load) => (written.has(load.path) ? [] : [{ ...load, isInput: true }]));
}

function loadsOfCommand([first, ...args]: readonly CommandWord[]): readonly Load[] {
  const program = first?.value;
  if (first === undefined) return [];
  if (program === undefined) return [{ unresolved: first.text }];
  const name = program.split("/").at(-1) ?? "";
  const self = program.includes("/") ? pathsOf([first], true) : [];
  if (name === "." || name === "source")
    return [...pathsOf(args.slice(0, 1), false), ...unresolvedIn(args.slice(0, 1))];
  if (wrappers.has(name)) return [...self, ...loadsOfCommand(withoutOptions(args))];
  if (takeRuleFiles.has(name)) return [...self, ...ruleFiles(args)];
  const inline = inlineFlags.get(name);
  return inline ? [...self, ...loadsOfInterpreter(name, inline, args)] : self;
}

/** Programs whose `-f` names a file with patterns or a program text. */
const takeRuleFiles: ReadonlySet<string> = new Set(
  "awk egrep fgrep gawk grep gsed jq mawk nawk rg sed yq zgrep".split(" "),
);

/** How their options name a file: in the same word, in the next one, or in the one after that. */
const ruleFlags = {
  joined: /^(?:-[a-zA-Z]*?f|--(?:from-)?file=)(.+)$/,
  next: /^(?:-[a-zA-Z]*f|--(?:from-)?file)$/,
  second: /^--(?:slurpfile|rawfile|argfile)$/,
};

/** The files with the patterns or the program of `grep`, `awk` and the like. */
function ruleFiles(args: readonly CommandWord[]): readonly Load[] {
  const words = args.flatMap((word, index) => {
    const { value = "" } = word;
    const rest = ruleFlags.joined.exec(value)?.[1];
    if (rest) return [{ ...word, value: rest }];
    const at = ruleFlags.next.test(value) ? 1 : ruleFlags.second.test(value) ? 2 : 0;
    return at === 0 ? [] : args.slice(index + at, index + at + 1);
  });
  return pathsOf(words, false);
}

/** The arguments from the program on: options, assignments and durations come before it. */
function withoutOptions(args: readonly CommandWord[]): readonly CommandWord[] {
  const start = args.findIndex(({ value = "x" }) => !/^-|^\d|^\w+=/.test(value));
  return start < 0 ? [] : args.slice(start);
}

/** The script that an interpreter gets, the modules named before it, or the program text. */
function loadsOfInterpreter(
  program: string,
  inline: readonly string[],
  args: readonly CommandWord[],
): readonly Load[] {
  const values = args.map(({ value = "" }) => value);
  const textAt = values.findIndex((value) => inline.includes(value)) + 1;
  const scriptAt = values.findIndex((value) => /^[^-].*[./]|^[./]/.test(value));
  const { value: text, folders = [] } = args[textAt] ?? {};
  if (textAt > 0 && (scriptAt < 0 || textAt <= scriptAt))
    return text === undefined ? [] : [{ program, text, folders }];
  // The value of an unknown option looks like a script without an extension, and so does a module.
  const end = scriptAt < 0 ? args.length : scriptAt + 1;
  const named = args.slice(0, end).filter(({ value = "-" }) => !value.startsWith("-"));
  const isScript = ({ value = "", role }: CommandWord) =>
    role !== "output" && !value.startsWith("-");
  return [...pathsOf(named, true), ...unresolvedIn(args.filter(isScript).slice(0, 1))];
}

const unresolvedIn = (words: readonly CommandWord[]): readonly Load[] =>
  words.flatMap(({ value, text }) => (value === undefined ? [{ unresolved: text }] : []));

const pathsOf = (words: readonly CommandWord[], started: boolean): readonly NamedPath[] =>
  words.flatMap(({ value, text, folders, isElsewhere }) => {
    if (value === undefined || value === "") return [];
    if (isAbsolute(value)) return [{ path: value, started }];
    const words = { written: text, ...(isElsewhere ? { unsure: text } : {}) };
    return folders.map((folder) => ({ path: join(folder, value), started, ...words }));
  });
