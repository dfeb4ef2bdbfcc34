import { readWrapper } from "./read-wrapper.ts";
import type { Runner } from "./runs.ts";
import { readShell, shells } from "./shell-program.ts";
import type { ShellWord } from "./shell-word.ts";
import { wrappers } from "./wrappers.ts";

const ordinary: Runner = { runs: { kind: "nothing" }, demand: "nothing" };

/** Programs that run what stands in their arguments, in ways that are not read here. */
const unreadWrappers: ReadonlySet<string> = new Set(
  `busybox chroot chrt doas entr flock ionice ltrace nsenter parallel pkexec runuser script setsid
   setpriv strace su systemd-run taskset unshare watch`.split(/\s+/),
);

/** Builtins after which the same words can mean something else, or that run a file in this shell. */
const shellChangers: ReadonlySet<string> = new Set(
  "source . alias bind complete compgen enable fc hash mapfile readarray".split(" "),
);

/** Arguments that make `find` run programs, delete or write. */
const activeFind = /^-(?:exec|execdir|ok|okdir|delete|fprint.*|fls)$/;

/** What a command runs. `input` is what it reads, where the line says so. */
export function runnerOf(words: readonly ShellWord[], input: ShellWord | undefined): Runner {
  const name = words[0];
  if (name === undefined || !name.literal) return ordinary;
  const program = baseName(name.value);
  const runner = runnerOfProgram(program, words, input);
  // A program at a path of its own is not necessarily the one that is known by its name.
  const isElsewhere = program !== name.value && runner.demand === "nothing";
  return isElsewhere && runner.runs.kind !== "nothing" ? { ...runner, demand: "spellOut" } : runner;
}

/** The last part of a program's path. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

function runnerOfProgram(
  program: string,
  words: readonly ShellWord[],
  input: ShellWord | undefined,
): Runner {
  if (program === "env" && words.some(splitsText))
    return { runs: { kind: "script", text: undefined }, demand: "impossible" };
  const wrapper = wrappers.get(program);
  if (wrapper !== undefined) return readWrapper(wrapper, words);
  if (shells.has(program)) return readShell(words, input);
  if (program === "eval") return evaluated(words.slice(1));
  if (program === "trap") return evaluated(words.slice(1, 2));
  if (shellChangers.has(program)) return { runs: { kind: "nothing" }, demand: "impossible" };
  if (unreadWrappers.has(program) || (program === "find" && words.some(canActivateFind)))
    return { runs: { kind: "unclear" }, demand: "exact" };
  return ordinary;
}

/** `env -S` makes several words of one. */
const splitsText = ({ value }: ShellWord): boolean => /^(?:-\w*S|--s)/.test(value);

function evaluated(words: readonly ShellWord[]): Runner {
  const text = words.every(({ literal }) => literal)
    ? words.map(({ value }) => value).join(" ")
    : undefined;
  return { runs: { kind: "script", text }, demand: "impossible" };
}

const canActivateFind = ({ value, literal, shape, splits }: ShellWord): boolean =>
  literal ? activeFind.test(value) : splits || /^[*-]/.test(shape);
