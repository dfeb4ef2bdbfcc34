import type { Word } from "./file-use.ts";

/** Options after which a program reads files that the command does not name. */
const options: readonly (readonly [program: RegExp, option: RegExp])[] = [
  // Names in a list: the beginning of a long option is enough.
  [/^(?:du|wc)$/, /^--f/],
  [/^sort$/, /^--fil/],
  [/sum$/, /^-[A-Za-z]*c|^--c/],
  [/^file$/, /^-[A-Za-z]*f|^--f/],
  [/^(?:tar|bsdtar)$/, /^-?[A-Za-z]*[TI]|^--(?:fi|add)/],
  [/^cpio$/, /^-[A-Za-z]*[op]|^--(?:cr|pass)/],
  [/^zip$/, /^-[A-Za-z]*@/],
  [/./, /^--files0?-from/],
  // Modules of jq, which may be data: the program names them, perhaps with escapes.
  [/^jq$/, /^-[A-Za-z]*[Lf]|^--(?:fr|l)|\b(?:import|include)\b/],
];

/** Whether a command reads files whose names are in its input or in another file. */
export const namesComeFromElsewhere = (program: string, args: readonly Word[]): boolean =>
  options.some(
    ([name, option]) => name.test(program) && args.some(({ value }) => option.test(value)),
  );
