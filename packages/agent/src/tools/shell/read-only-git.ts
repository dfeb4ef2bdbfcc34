import type { CommandLine } from "@snaphook/engine/rules";

/** A word of a command line. */
export type Word = CommandLine["commands"][number]["words"][number];

/** Commands of git that are read-only, unless an option makes them write or run something. */
const readOnlyCommands: ReadonlySet<string> = new Set(
  "blame cat-file describe diff log ls-files ls-tree merge-base rev-list rev-parse shortlog show status".split(
    " ",
  ),
);

/** Write to a file, or run programs that the repository's settings name. */
const activeOption = /^--(?:ou|ext|textc|filters|show-sig|upload|exec)/;

/** With these options `git branch` and `git tag` only list. */
const listingOption =
  /^(?:--(?:list|all|remotes|verbose|show-current|sort=.*|format=.*)|-[alrv]+)$/;

/** Whether git with these arguments is read-only. Options before the command could choose another repository. */
export function isReadOnlyGit(args: readonly Word[]): boolean {
  if (!args.every(isKnown)) return false;
  const rest = args.filter(({ value }) => value !== "--no-pager").map(({ value }) => value);
  const [command = "", ...words] = rest;
  const options = words.filter((word) => word.startsWith("-"));
  if (readOnlyCommands.has(command)) return !options.some((option) => activeOption.test(option));
  if (command === "branch" || command === "tag")
    return options.every((option) => listingOption.test(option)) && hasNoName(words, options);
  if (command === "remote") return words.length === 0 || words.join(" ") === "-v";
  return command === "stash" && words.join(" ") === "list";
}

/** Without an option that lists, an operand is the name of something to create. */
const hasNoName = (words: readonly string[], options: readonly string[]): boolean =>
  words.length === options.length || options.some((option) => /^(?:--list|-l)$/.test(option));

/** A word whose value is unknown is acceptable only if it cannot be an option. */
const isKnown = (word: Word): boolean => word.literal || !(word.splits || /^[*-]/.test(word.shape));
