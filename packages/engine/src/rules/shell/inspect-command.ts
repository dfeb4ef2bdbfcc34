import type { InspectedCommand } from "./inspected-command.ts";
import { readWrapper } from "./read-wrapper.ts";
import { isStream, readShell, scriptIn, shells, streamed } from "./shell-program.ts";
import type { ShellWord } from "./shell-word.ts";
import { wrappers } from "./wrappers.ts";

const ordinary: InspectedCommand = { runs: { kind: "nothing" }, allowRequires: "nothing" };

/** Programs that run a command from their arguments, with a syntax that we do not parse. */
const unreadWrappers: ReadonlySet<string> = new Set(
  `busybox chroot chrt doas entr flock ionice ltrace nsenter parallel pkexec runuser script setsid
   setpriv strace su systemd-run taskset unshare watch`.split(/\s+/),
);

/** Builtins that change what later words mean, or run a file in this shell. */
const shellChangers: ReadonlySet<string> = new Set(
  "source . alias bind complete compgen enable fc hash mapfile readarray".split(" "),
);

/** Arguments that make `find` run programs, delete or write. */
const activeFind = /^-(?:exec|execdir|ok|okdir|delete|fprint.*|fls)$/;

/** What a command runs. `input` is its input, if the line contains it. */
export function inspectCommand(
  words: readonly ShellWord[],
  input: ShellWord | undefined,
): InspectedCommand {
  const name = words[0];
  if (name === undefined || !name.literal) return ordinary;
  const program = baseName(name.value);
  const runner = inspectProgram(program, words, input);
  // A program with an explicit path is not necessarily the known one of that name.
  const isElsewhere = program !== name.value && runner.allowRequires === "nothing";
  return isElsewhere && runner.runs.kind !== "nothing"
    ? { ...runner, allowRequires: "spellOut" }
    : runner;
}

/** The last part of a program's path. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

function inspectProgram(
  program: string,
  words: readonly ShellWord[],
  input: ShellWord | undefined,
): InspectedCommand {
  if (program === "env" && words.some(splitsText))
    return { runs: { kind: "script", text: undefined }, allowRequires: "impossible" };
  const wrapper = wrappers.get(program);
  if (wrapper !== undefined) return readWrapper(wrapper, words);
  if (shells.has(program)) return readShell(words, input);
  if (program === "eval") return evaluated(words.slice(1));
  if (program === "trap") return evaluated(words.slice(1, 2));
  const [, file] = words;
  if (/^(?:source|\.)$/.test(program) && file !== undefined && isStream(file))
    return { ...scriptIn(streamed(file, input)), allowRequires: "impossible" };
  if (shellChangers.has(program)) return { runs: { kind: "nothing" }, allowRequires: "impossible" };
  if (program === "git" && writesOutput(words))
    return { runs: { kind: "unclear" }, allowRequires: "exact", allowedAsAnyOf: "git" };
  if (unreadWrappers.has(program) || (program === "find" && words.some(canActivateFind)))
    return { runs: { kind: "unclear" }, allowRequires: "exact" };
  return ordinary;
}

/** `env -S` makes several words of one. */
const splitsText = ({ value }: ShellWord): boolean => /^(?:-\w*S|--s)/.test(value);

function evaluated(words: readonly ShellWord[]): InspectedCommand {
  const text = words.every(({ literal }) => literal)
    ? words.map(({ value }) => value).join(" ")
    : undefined;
  return { runs: { kind: "script", text }, allowRequires: "impossible" };
}

/** Commands of git that only print, unless `--output` names a file. */
const printingGit = /^(?:diff|format-patch|log|reflog|shortlog|show|stash|whatchanged)$/;

/** Whether a word is `--output`, also in part, or could become it. */
const writesOutput = (words: readonly ShellWord[]): boolean =>
  words.some(({ value }) => printingGit.test(value)) &&
  words.some(({ value, literal, shape }) => (literal ? /^--ou/.test(value) : /^[*-]/.test(shape)));

const canActivateFind = ({ value, literal, shape, splits }: ShellWord): boolean =>
  literal ? activeFind.test(value) : splits || /^[*-]/.test(shape);
