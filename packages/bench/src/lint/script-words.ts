import { isAbsolute, resolve } from "node:path";
import type { CommandWord } from "@snaphook/engine/internal";

/** A word of a command that names the script it runs. */
export interface ScriptWord {
  /** As written. */
  readonly text: string;
  /** With variables replaced; a relative path is relative to the agent's current directory. */
  readonly value: string;
  /** Whether it is run directly or by an interpreter. */
  readonly start: "direct" | "interpreted";
  /** The name of the interpreter. */
  readonly interpreter?: string;
}

/** Programs that run the first of their arguments that is a path. */
const interpreter =
  /^(?:(?:ba|da|z|k|fi)?sh|node|bun|deno|tsx|ts-node|python[\d.]*|ruby|perl|php|pwsh|source|\.)$/;

/** Programs that run the command after them, or the one after the word `run`. */
export const wrappers: ReadonlySet<string> = new Set([
  "bunx",
  "command",
  "env",
  "exec",
  "nice",
  "nohup",
  "npx",
  "time",
  "timeout",
]);
const runners = new Set(["bun", "deno", "pipenv", "poetry", "uv"]);

/** Flags that are followed by code or a module name, so that no argument is a script. */
const inlineFlag = /^(?:-[a-z]*[ce]|-m|-p|-r|--eval|--print|-Command)$/;

const scriptName = /\.(?:[cm]?[jt]s|[jt]sx|sh|bash|zsh|fish|py|rb|pl|php|ps1)$/;

/**
 * The words that certainly name a script: a program with a slash, or an interpreter's first path argument.
 * A path anywhere else may be anything, and so may a word whose value is only known at run time.
 */
export function scriptWords(words: readonly CommandWord[]): readonly ScriptWord[] {
  const starts = words.flatMap(({ role }, index) => (role === "program" ? [index] : []));
  return starts.flatMap((start, index) =>
    scriptOf(words.slice(start, starts[index + 1]).filter(({ role }) => role !== "output")),
  );
}

/** The script of one simple command. */
function scriptOf(words: readonly CommandWord[]): readonly ScriptWord[] {
  const [program, ...rest] = words;
  if (program?.value === undefined) return [];
  const { text, value } = program;
  const name = value.split("/").at(-1) ?? "";
  if (wrappers.has(name)) return scriptOf(withoutOptions(rest));
  if (runners.has(name) && rest[0]?.value === "run") return runScript(name, rest.slice(1));
  if (interpreter.test(name)) return interpreted(name, rest);
  return isPath(value) ? [{ text, value: afterCd(program, value), start: "direct" }] : [];
}

/** The path after a `cd` to a folder that is certain, such as `cd ~/hooks && ./guard.sh`. */
function afterCd({ folders, isElsewhere }: CommandWord, value: string): string {
  const [folder = ""] = folders;
  return folders.length === 1 && !isElsewhere && isAbsolute(folder)
    ? resolve(folder, value)
    : value;
}

/** A word with a slash is a path, unless it is a URL, starts with a Windows drive or has an unknown variable. */
const isPath = (value: string): boolean => value.includes("/") && !/^\w+:|\$\{?\w/.test(value);

/** `uv run x.py`, `uv run python x.py` */
function runScript(runner: string, words: readonly CommandWord[]): readonly ScriptWord[] {
  const rest = withoutOptions(words);
  return scriptName.test(rest[0]?.value ?? "") ? interpreted(runner, rest) : scriptOf(rest);
}

function interpreted(name: string, words: readonly CommandWord[]): readonly ScriptWord[] {
  for (const word of words) {
    const { text, value } = word;
    if (value === undefined || inlineFlag.test(value)) return [];
    if (value.startsWith("-")) continue;
    if (/^\w+:|\$\{?\w/.test(value)) return [];
    if (isPath(value) || scriptName.test(value))
      return [{ text, value: afterCd(word, value), start: "interpreted", interpreter: name }];
  }
  return [];
}

/** What follows the options, assignments and durations of a wrapper. */
export function withoutOptions(words: readonly CommandWord[]): readonly CommandWord[] {
  const first = words.findIndex(({ value = "" }) => !/^-|^\w+=|^[\d.]+[smhd]?$/.test(value));
  return first < 0 ? [] : words.slice(first);
}
