import type { InspectedCommand } from "./inspected-command.ts";
import type { ShellWord } from "./shell-word.ts";

/** Programs that read command lines. */
export const shells: ReadonlySet<string> = new Set(["bash", "sh", "dash", "ash", "ksh", "zsh"]);

const unclear: InspectedCommand = { runs: { kind: "unclear" }, allowRequires: "exact" };

/** What a shell runs: the text after `-c`, a script file, or what it reads as input. */
export function readShell(
  words: readonly ShellWord[],
  input: ShellWord | undefined,
): InspectedCommand {
  if (readsInput(words)) return scriptIn(input);
  const options = readOptions(words);
  if (options === undefined) return mayReadInput(words) ? scriptIn(input) : unclear;
  const operand = words[options.end];
  if (options.readsText) return scriptIn(operand);
  if (operand !== undefined && isStream(operand)) return scriptIn(streamed(operand, input));
  if (operand?.literal === false) return unclear;
  if (operand !== undefined) return { runs: { kind: "nothing" }, allowRequires: "nothing" };
  // Input from a pipe is known only when it runs.
  return scriptIn(input);
}

/** Whether a shell with options that are not known has no script, so that it reads its input. */
const mayReadInput = ([, ...args]: readonly ShellWord[]): boolean =>
  args.every(({ value }, at) => /^[-+]|^$/.test(value) || isFileOption(args[at - 1]?.value)) ||
  args.some(({ value }) => /^-[a-z]*s[a-z]*$/.test(value));

const isFileOption = (value = ""): boolean => /^--(?:rcfile|init-file)$|^[-+]\w*[oO]$/.test(value);

/** Whether a word names an open file, and not a script that is there before the line runs. */
export const isStream = ({ value, pieces }: ShellWord): boolean =>
  pieces.some(({ kind }) => kind === "pipe") ||
  /^\/(?:dev\/(?:stdin|fd\/)|proc\/.*\/fd\/)/.test(value);

/** What an open file contains, if it is the input and the line contains it. */
export const streamed = ({ value }: ShellWord, input: ShellWord | undefined) =>
  /^\/(?:dev\/(?:stdin|fd\/0)|proc\/self\/fd\/0)$/.test(value) ? input : undefined;

/** `-s`: it reads its input, whatever the other arguments are. */
function readsInput(words: readonly ShellWord[]): boolean {
  const operand = words.findIndex(({ value }, index) => index > 0 && !/^[-+]./.test(value));
  const options = words.slice(1, operand < 0 ? undefined : operand);
  return options.some(({ value }) => /^-[a-z]*s[a-z]*$/.test(value) && !value.includes("c"));
}

export const scriptIn = (word: ShellWord | undefined): InspectedCommand => ({
  runs: { kind: "script", text: word?.literal ? word.value : undefined },
  allowRequires: "nothing",
});

/** Short options that change nothing about which commands run, and `c`, `o` and `O`. */
const knownLetters = /^[-+][aceflouvxO]+$/;
const knownLongOptions: ReadonlySet<string> = new Set([
  "--login",
  "--noprofile",
  "--norc",
  "--posix",
]);

/** Whether `-c` is among the options, and where they end; undefined if one is not known. */
function readOptions(words: readonly ShellWord[]) {
  let readsText = false;
  let index = 1;
  for (; index < words.length; index++) {
    const { value, literal } = words[index] as ShellWord;
    if (value === "--" || value === "-") return { readsText, end: index + 1 };
    if (!/^[-+]./.test(value)) break;
    if (knownLongOptions.has(value)) continue;
    if (!literal || !knownLetters.test(value)) return undefined;
    if (/^-.*c/.test(value)) readsText = true;
    if (/o/i.test(value)) index++;
  }
  return { readsText, end: index };
}
