import { existsSync } from "node:fs";
import { programOf } from "@snaphook/protocol";
import type { Script } from "./hook-code.ts";
import { type LintedHook, type LintRule, type LintSubject, warningAt } from "./lint-subject.ts";

type Check = (script: Script, linted: LintedHook, subject: LintSubject) => ReturnType<LintRule>;

/** Applies a check to every script of every hook that is a file. */
const forEachFile =
  (check: Check): LintRule =>
  (subject) =>
    subject.hooks.flatMap((linted) =>
      linted.code.scripts
        .filter(({ found }) => found === "file")
        .flatMap((script) => check(script, linted, subject)),
    );

/** A script that no one may read cannot run, whatever its other permissions. */
export const unreadableScript: LintRule = forEachFile(({ isReadable, path, text }, { hook }) => {
  if (isReadable) return [];
  return [
    warningAt(hook, {
      code: "unreadable-script",
      message: `${text} names ${path}, which may not be read, so this hook fails every time it runs`,
      advice: "run chmod u+r on it",
    }),
  ];
});

const shells = /^(?:ba|da|z|k)?sh$/;

/** A shell takes the carriage return of a Windows line end for part of the command. */
export const crlfScript: LintRule = forEachFile((script, { hook }) => {
  const { content = "", path } = script;
  if (!/\r\n/.test(content) || !shells.test(interpreterOf(script))) return [];
  return [
    warningAt(hook, {
      code: "crlf-script",
      message: `${path} has Windows line ends (CRLF), which a shell takes for part of the commands`,
      advice: "convert it to LF line ends; in git: *.sh text eol=lf in .gitattributes",
    }),
  ];
});

/** The program that runs a script: the one in the command, or else the one in its first line. */
export const interpreterOf = ({ interpreter, content = "" }: Script): string =>
  interpreter ??
  /^\ufeff?#!\s*(?:\S*\/env\s+(?:-S\s+)?)?(?:\S*\/)?([\w.-]+)/.exec(content)?.[1] ??
  "";

/** A script that is started directly needs a first line that names an existing program. */
export const badShebang: LintRule = forEachFile((script, linted, subject) => {
  const { content, start, path } = script;
  if (content === undefined || start !== "direct" || subject.platform === "win32") return [];
  const problem = firstLineProblem(content, linted, subject.platform);
  if (problem === undefined) return [];
  return [
    warningAt(linted.hook, {
      code: problem.startsWith("has no") ? "no-shebang" : "bad-shebang",
      message: `${path} ${problem}`,
      advice: `let it start with a line such as #!/usr/bin/env ${usualProgram(path ?? "")}, or name the program in the command`,
    }),
  ];
});

function firstLineProblem(
  content: string,
  { hook }: LintedHook,
  platform: string,
): string | undefined {
  const [line = ""] = content.split("\n", 1);
  if (line.startsWith("\ufeff#!")) return "cannot be started: a byte-order mark is before its #!";
  if (!line.startsWith("#!"))
    return programOf(hook.handler)?.args === undefined
      ? "has no #! line, so the shell that runs the command reads it: bash, or /bin/sh under the profile claude-code and where there is no bash"
      : 'has no #! line, and a hook with "args" has no shell that would read it: it fails, or /bin/sh reads it';
  if (line.endsWith("\r"))
    return "cannot be started: its #! line ends with a carriage return (CRLF)";
  const [program = "", ...args] = line.slice(2).trim().split(/\s+/);
  if (!program.startsWith("/"))
    return `cannot be started: its #! line names "${program}", which is not an absolute path`;
  if (platform === process.platform && !existsSync(program))
    return `cannot be started: its #! line names ${program}, which does not exist`;
  if (
    platform === "linux" &&
    program.endsWith("/env") &&
    args.length > 1 &&
    !args[0]?.startsWith("-")
  )
    return `cannot be started: on Linux env takes "${args.join(" ")}" for one name; write env -S`;
  return undefined;
}

function usualProgram(path: string): string {
  if (path.endsWith(".py")) return "python3";
  return /\.[cm]?js$/.test(path) ? "node" : "bash";
}
