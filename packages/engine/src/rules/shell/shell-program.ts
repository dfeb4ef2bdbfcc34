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
  if (options === undefined) return unclear;
  const operand = words[options.end];
  if (options.readsText) return scriptIn(operand);
  if (operand?.literal === false) return unclear;
  if (operand !== undefined) return { runs: { kind: "nothing" }, allowRequires: "nothing" };
  // Input from a pipe is known only when it runs.
  return scriptIn(input);
}

/** `-s`: it reads its input, whatever the other arguments are. */
function readsInput(words: readonly ShellWord[]): boolean {
  const operand = words.findIndex(({ value }, index) => index > 0 && !/^[-+]./.test(value));
  const options = words.slice(1, operand < 0 ? undefined : operand);
  return options.some(({ value }) => /^-[a-z]*s[a-z]*$/.test(value) && !value.includes("c"));
}

const scriptIn = (word: ShellWord | undefined): InspectedCommand => ({
  runs: { kind: "script", text: word?.literal ? word.value : undefined },
  allowRequires: "nothing",
});

/** Short options that change nothing about which commands run, and `c` and `o`. */
const knownLetters = /^[-+][aceflouvx]+$/;
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
    if (value === "--") return { readsText, end: index + 1 };
    if (!/^[-+]./.test(value)) break;
    if (knownLongOptions.has(value)) continue;
    if (!literal || !knownLetters.test(value)) return undefined;
    if (/^-.*c/.test(value)) readsText = true;
    if (value.includes("o")) index++;
  }
  return { readsText, end: index };
}
