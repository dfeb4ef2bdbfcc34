import type { ShellWord } from "./word-values.ts";

export type Judge = (args: readonly ShellWord[]) => boolean;

/** Whether a word could turn out to be an option when the shell expands it. */
export const couldBeOption = ({ literal, shape, splits, value }: ShellWord): boolean =>
  literal ? value.startsWith("-") : splits || /^[*-]/.test(shape);

interface Options {
  /** Letters that may follow a single hyphen, also several at once. */
  readonly flags?: string;
  /** Letters with a value: the rest of the word, or the next word. */
  readonly valued?: string;
  /** Long options, with or without a value. */
  readonly long?: string;
}

/** All words that could be options are literal and on these lists. */
export function onlyOptions({ flags = "", valued = "", long = "" }: Options): Judge {
  const names = new Set(long.trim().split(/\s+/));
  const letters = new RegExp(
    valued === "" ? `^-[${flags}]*$` : `^-[${flags}]*(?:[${valued}].*)?$`,
    "s",
  );
  const isListed = (option: string) =>
    option === "-" ||
    option === "--" ||
    names.has(nameOf(option)) ||
    (!option.startsWith("--") && letters.test(option));
  return (args) => {
    const end = args.findIndex(({ literal, value }) => literal && value === "--");
    const options = args.slice(0, end < 0 ? undefined : end).filter(couldBeOption);
    return options.every(({ literal, value }) => literal && isListed(value));
  };
}

/** `--name=value` without hyphens and value. */
const nameOf = (option: string): string => option.replace(/^--|=.*$/gs, "");

export const allLiteral: Judge = (args) => args.every(({ literal }) => literal);

export const only =
  (allowed: RegExp): Judge =>
  (args) =>
    args.every(({ literal, value }) => literal && allowed.test(value));
