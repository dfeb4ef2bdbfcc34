import type { Judge } from "./read-only-options.ts";
import type { ShellWord } from "./word-values.ts";

const expression = String.raw`/(?:[^/\\\n[]|\\.|\[\^?\]?[^\]\n/]*\])*/`;
const address = String.raw`(?:\d+(?:~\d+)?|\$|${expression}[IM]*)`;
const range = String.raw`(?:${address}(?:,(?:${address}|[+~]\d+))?)?[ \t]*!?[ \t]*`;
/** In a bracket expression the separator is read differently by different programs, so it must not be there. */
const substitution = String.raw`s([/|,#:@%!_])(?:(?!\1)[^\\\n[]|\\.|\[(?:(?!\1)[^\]\n])*\])*\1(?:(?!\1)[^\\\n]|\\.)*\1[gpiIMm0-9]*`;
const simple = String.raw`(?:[qQl]\d*|[pd=nNDPGHghxz{}])`;
const command = new RegExp(
  String.raw`[\s;]*(?:${range}(?:${substitution}|${simple})[ \t]*(?=[\s;}]|$)|\}|${range}\{)`,
  "y",
);

/** Whether a script of sed only prints: its other commands read and write files, or run programs. */
function isPrintingScript(script: string): boolean {
  command.lastIndex = 0;
  let at = 0;
  while (at < script.length && command.test(script)) at = command.lastIndex;
  return /^[\s;]*$/.test(script.slice(at));
}

const flags =
  /^(?:-[nErsuz]+|--(?:quiet|silent|regexp-extended|separate|unbuffered|null-data|posix))$/;

/** `sed` without `-i` and without a script file. */
export const sed: Judge = (args) => {
  const scripts: (ShellWord | undefined)[] = [];
  const operands: ShellWord[] = [];
  for (let index = 0; index < args.length; index++) {
    const word = args[index] as ShellWord;
    if (word.literal && /^-[nErsuz]*e$|^--expression$/.test(word.value))
      scripts.push(args[++index]);
    else if (word.literal && flags.test(word.value)) continue;
    else if (
      word.value.startsWith("-") ||
      (!word.literal && (word.splits || /^[*-]/.test(word.shape)))
    )
      return false;
    else operands.push(word);
  }
  if (scripts.length === 0) scripts.push(operands.shift());
  return scripts.every((script) => script?.literal === true && isPrintingScript(script.value));
};
