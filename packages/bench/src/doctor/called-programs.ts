import { type CommandWord, notPrograms, parsedWords } from "@snaphook/engine/internal";
import type { HookCode, Script } from "../lint/hook-code.ts";
import { interpreterOf } from "../lint/script-file-rules.ts";
import { withoutOptions, wrappers } from "../lint/script-words.ts";

/** A program that a hook calls. */
export interface CalledProgram {
  readonly name: string;
  /** The script that calls it; `null`: the command itself. */
  readonly calledBy: string | null;
  /** The script tests first that the program exists. */
  readonly optional: boolean;
}

/**
 * The programs that a hook calls, as far as its command and its scripts show. Calls that are made from values are
 * not found.
 */
export async function calledPrograms({ words, scripts }: HookCode): Promise<CalledProgram[]> {
  const command = words.map(({ text }) => text).join(" ");
  const own = namesIn(words, command).map((name) => called(name, null, command));
  const inScripts = await Promise.all(scripts.map(programsOfScript));
  const paths = new Set(scripts.map(({ value }) => value));
  const all = [...own, ...inScripts.flat()].filter(({ name }) => !paths.has(name));
  return [...new Map(all.map((one) => [one.name, one])).values()];
}

const called = (name: string, calledBy: string | null, text: string): CalledProgram => ({
  name,
  calledBy,
  optional: isTestedFor(name, text),
});

/** `command -v jq`, `which jq` … */
const isTestedFor = (name: string, text: string): boolean =>
  [...text.matchAll(/\b(?:command\s+-v|which|type(?:\s+-\w+)?|hash)\s+["']?([\w./-]+)/g)].some(
    ([, tested]) => tested === name,
  );

async function programsOfScript(script: Script): Promise<readonly CalledProgram[]> {
  const { content = "", path = script.value } = script;
  const interpreter = interpreterOf(script);
  const inside = /^(?:ba|da|z|k)?sh$/.test(interpreter)
    ? namesIn((await parsedWords(content, new Map())) ?? [], content)
    : startedByCode(content);
  const first = script.start === "direct" && interpreter !== "" ? [interpreter] : [];
  return [...first, ...inside].map((name) => called(name, path, content));
}

/** Programs that Python or JavaScript starts by a literal name. */
const startedByCode = (content: string): readonly string[] =>
  [...content.matchAll(starts)].flatMap(([, name]) => name ?? []);

const starts =
  /\b(?:spawn|spawnSync|execFile|execFileSync|subprocess\.(?:run|call|check_call|check_output|Popen)|os\.execvp?|shutil\.which)\(\s*\[?\s*["']([\w./-]+)["']/g;

/** The programs in the words of a shell text, without builtins and its own functions. */
function namesIn(words: readonly CommandWord[], text: string): readonly string[] {
  const begins = words.flatMap(({ role }, index) => (role === "program" ? [index] : []));
  const found = begins.flatMap((begin, index) => programsIn(words.slice(begin, begins[index + 1])));
  const functions = new Set([...text.matchAll(/([\w-]+)\s*\(\s*\)/g)].map(([, name]) => name));
  return found.filter((name) => !isShellWord(name) && !functions.has(name));
}

const isShellWord = (name: string): boolean =>
  name === "" || name === "[" || name === "[[" || notPrograms.has(name);

/** The program of a simple command, and the one that it wraps: `timeout 5 jq`. */
function programsIn(words: readonly CommandWord[]): readonly string[] {
  const [program, ...rest] = words;
  if (program?.value === undefined || /[$*?]/.test(program.value)) return [];
  const name = program.value.split("/").at(-1) ?? "";
  const args = rest.filter(({ role }) => role === "argument");
  // `command -v jq` looks a program up, and npx may install one.
  const wraps =
    (wrappers.has(name) || name === "xargs") &&
    !/^(?:npx|bunx)$/.test(name) &&
    !(name === "command" && /^-[vV]$/.test(args[0]?.value ?? ""));
  return [program.value, ...(wraps ? programsIn(withoutOptions(args)) : [])];
}
