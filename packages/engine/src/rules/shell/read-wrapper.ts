import type { InspectedCommand } from "./inspected-command.ts";
import { type ShellWord, unknownWord } from "./shell-word.ts";
import type { Wrapper } from "./wrappers.ts";

const unclear: InspectedCommand = { runs: { kind: "unclear" }, allowRequires: "exact" };
const inert: InspectedCommand = { runs: { kind: "nothing" }, allowRequires: "nothing" };

/** What a wrapper runs. `words` starts with the wrapper; the result is unclear if an option is unknown. */
export function readWrapper(wrapper: Wrapper, words: readonly ShellWord[]): InspectedCommand {
  const allowRequires = wrapper.allowRequires ?? "nothing";
  const options = readOptions(wrapper, words);
  if (options === undefined)
    return allowRequires === "impossible" ? { ...unclear, allowRequires } : unclear;
  if (options.isInert) return inert;
  const assigned = wrapper.assignments ? countAssignments(words, options.end) : 0;
  const start = options.end + (wrapper.operands ?? 0) + assigned;
  if (!words.slice(0, start).every(({ literal }) => literal)) return unclear;
  if (start >= words.length) return { ...inert, allowRequires };
  const inner = words.slice(start);
  return {
    runs: {
      kind: "command",
      start,
      words: wrapper.addsWords ? withAddedWords(inner, options.placeholder) : inner,
    },
    allowRequires: assigned > 0 && allowRequires === "nothing" ? "spellOut" : allowRequires,
  };
}

interface Options {
  /** Index of the first word after the options. */
  readonly end: number;
  readonly isInert: boolean;
  /** The value of `-I`, the placeholder for the added words. */
  readonly placeholder: string | undefined;
}

/** Reads the options; undefined if one of them is not known. */
function readOptions(wrapper: Wrapper, words: readonly ShellWord[]): Options | undefined {
  let isInert = false;
  let placeholder: string | undefined;
  let index = 1;
  for (; index < words.length; index++) {
    const option = words[index]?.value ?? "";
    if (option === "--") return { end: index + 1, isInert, placeholder };
    if (!option.startsWith("-")) break;
    const read = readOption(wrapper, option);
    if (read === undefined) return undefined;
    isInert ||= read.isInert === true;
    if (read.takesNext) index++;
    if (read.letter === "I") placeholder = read.takesNext ? words[index]?.value : read.value;
  }
  return { end: index, isInert, placeholder };
}

const readOption = (wrapper: Wrapper, option: string): ReadOption | undefined =>
  option.startsWith("--")
    ? readLong(wrapper, option.slice(2))
    : readShort(wrapper, option.slice(1));

interface ReadOption {
  readonly takesNext?: boolean;
  readonly isInert?: boolean;
  readonly letter?: string;
  readonly value?: string;
}

function readLong({ longFlags, longValued }: Wrapper, option: string): ReadOption | undefined {
  const equals = option.indexOf("=");
  if (equals >= 0) return longValued?.includes(option.slice(0, equals)) ? {} : undefined;
  if (longFlags?.includes(option)) return {};
  return longValued?.includes(option) ? { takesNext: true } : undefined;
}

function readShort(wrapper: Wrapper, letters: string): ReadOption | undefined {
  if (letters === "") return undefined;
  for (const [index, letter] of [...letters].entries()) {
    if (wrapper.inert?.includes(letter)) return { isInert: true };
    if (wrapper.valued?.includes(letter)) {
      const value = letters.slice(index + 1);
      return { letter, value, takesNext: value === "" };
    }
    if (!wrapper.flags?.includes(letter)) return undefined;
  }
  return {};
}

function countAssignments(words: readonly ShellWord[], start: number): number {
  const rest = words.slice(start);
  const other = rest.findIndex(({ value }) => !/^[A-Za-z_]\w*=/.test(value));
  return other < 0 ? rest.length : other;
}

/** The words that xargs appends, or puts in place of its placeholder, are unknown. */
function withAddedWords(
  words: readonly ShellWord[],
  placeholder: string | undefined,
): readonly ShellWord[] {
  if (placeholder === undefined || placeholder === "")
    return [...words, unknownWord("…", { splits: true })];
  return words.map((word) =>
    word.value.includes(placeholder)
      ? {
          ...word,
          text: word.text.replaceAll(placeholder, "…"),
          literal: false,
          shape: word.value.replaceAll(placeholder, "*"),
          pieces: [{ kind: "unknown" } as const],
        }
      : word,
  );
}
