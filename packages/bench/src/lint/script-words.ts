import type { CommandWord } from "@snaphook/engine/internal";

/** A word of a command that names the script it runs. */
export interface ScriptWord {
  /** As written. */
  readonly text: string;
  /** With variables replaced; a relative path is relative to wherever the agent is. */
  readonly value: string;
  /** Started itself, or handed to an interpreter. */
  readonly start: "direct" | "interpreted";
}

/** Programs whose first argument that is a path is what they run. */
const interpreter =
  /^(?:(?:ba|da|z|k|fi)?sh|node|bun|deno|tsx|ts-node|python[\d.]*|ruby|perl|php|pwsh|source|\.)$/;

/** Programs that run the command after them, or the one after the word `run`. */
const wrappers = new Set(["command", "env", "exec", "nice", "nohup", "time", "timeout"]);
const runners = new Set(["bun", "deno", "pipenv", "poetry", "uv"]);

/** Flags after which a program text or the name of a module follows: then no argument is a script. */
const inlineFlag = /^(?:-[a-z]*[ce]|-m|-p|-r|--eval|--print|-Command)$/;

const scriptName = /\.(?:[cm]?[jt]s|[jt]sx|sh|bash|zsh|fish|py|rb|pl|php|ps1)$/;

/**
 * The words that surely name a script: a program with a slash, or what an interpreter is given first.
 * A path in any other place may be anything, and so may a word whose value only a run can tell.
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
  if (runners.has(name) && rest[0]?.value === "run") return runScript(rest.slice(1));
  if (interpreter.test(name)) return interpreted(rest);
  return isPath(value) ? [{ text, value, start: "direct" }] : [];
}

/** A slash alone makes no path: addresses and the drives of another system are none here. */
const isPath = (value: string): boolean => value.includes("/") && !/^\w+:/.test(value);

/** `uv run x.py`, `uv run python x.py` */
function runScript(words: readonly CommandWord[]): readonly ScriptWord[] {
  const rest = withoutOptions(words);
  return scriptName.test(rest[0]?.value ?? "") ? interpreted(rest) : scriptOf(rest);
}

function interpreted(words: readonly CommandWord[]): readonly ScriptWord[] {
  for (const { text, value } of words) {
    if (value === undefined || inlineFlag.test(value)) return [];
    if (value.startsWith("-")) continue;
    if (/^\w+:/.test(value)) return [];
    if (isPath(value) || scriptName.test(value)) return [{ text, value, start: "interpreted" }];
  }
  return [];
}

/** What follows the options, assignments and durations of a wrapper. */
function withoutOptions(words: readonly CommandWord[]): readonly CommandWord[] {
  const first = words.findIndex(({ value = "" }) => !/^-|^\w+=|^[\d.]+[smhd]?$/.test(value));
  return first < 0 ? [] : words.slice(first);
}
