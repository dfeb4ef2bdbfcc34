import type { SyntaxNode } from "unbash";
import {
  type CommandWord,
  type KnownValues,
  maxParsedLength,
  parsedWords,
  wordValue,
} from "../command-words.ts";
import { inlineFlags } from "../programs.ts";

/** Something that a script loads. */
export type Load =
  /** `started`: as a program of its own, which may be the project's code that the hook tests. */
  | { readonly path: string; readonly started: boolean }
  /** A program text, as after `bash -c`. */
  | { readonly program: string; readonly text: string };

/** Programs that run the command in their arguments. */
const wrappers: ReadonlySet<string> = new Set(
  "builtin command env exec ionice nice nohup setsid stdbuf sudo time timeout xargs".split(" "),
);

/** What a shell script loads or starts by a path that is known before it runs. */
export async function shellLoads(text: string, values: KnownValues): Promise<readonly Load[]> {
  const words = await parsedWords(text, await withAssigned(text, values));
  return words ? loadsOfWords(words) : loadsOfLines(text);
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

function loadsOfCommand([first, ...args]: readonly CommandWord[]): readonly Load[] {
  const program = first?.value;
  if (program === undefined) return [];
  const name = program.split("/").at(-1) ?? "";
  const self = program.includes("/") ? [{ path: program, started: true }] : [];
  if (name === "." || name === "source") return pathsOf(args.slice(0, 1), false);
  if (wrappers.has(name)) return [...self, ...loadsOfCommand(withoutOptions(args))];
  const inline = inlineFlags.get(name);
  return inline ? [...self, ...loadsOfInterpreter(name, inline, args)] : self;
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
  const text = args[textAt]?.value;
  if (textAt > 0 && (scriptAt < 0 || textAt <= scriptAt))
    return text === undefined ? [] : [{ program, text }];
  // The value of an unknown option looks like a script without an extension, and so does a module.
  const end = scriptAt < 0 ? args.length : scriptAt + 1;
  const named = args.slice(0, end).filter(({ value = "-" }) => !value.startsWith("-"));
  return pathsOf(named, true);
}

const pathsOf = (words: readonly CommandWord[], started: boolean): readonly Load[] =>
  words.flatMap(({ value }) =>
    value === undefined || value === "" ? [] : [{ path: value, started }],
  );

/** The values, and those of variables that the script sets once to a known value. */
async function withAssigned(text: string, values: KnownValues): Promise<KnownValues> {
  if (text.length > maxParsedLength) return values;
  const { forEachChild, parse } = await import("unbash");
  const assigned = new Map<string, string | undefined>();
  const get = (name: string) => assigned.get(name) ?? values.get(name);
  const known: KnownValues = {
    get,
    expand: (expansion) => values.expand?.(expansion),
  };
  const visit = (node: SyntaxNode): void => {
    if (node.type === "Assignment") {
      const value = node.value.type === "Word" ? wordValue(node.value, known) : undefined;
      const isFirst = !assigned.has(node.name) || assigned.get(node.name) === value;
      assigned.set(node.name, isFirst && !node.append && !node.index ? value : undefined);
    }
    forEachChild(node, visit);
  };
  try {
    visit(parse(text));
  } catch {
    return values; // Nested deeper than the stack is.
  }
  return known;
}
