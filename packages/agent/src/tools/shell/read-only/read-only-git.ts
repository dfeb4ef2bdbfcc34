import type { ShellWord } from "./word-values.ts";

/** Commands of git that are read-only, unless an option makes them write or run something. */
const readOnlyCommands: ReadonlySet<string> = new Set(
  `blame cat-file describe diff log ls-files ls-tree merge-base rev-list rev-parse shortlog show
   status`.split(/\s+/),
);

/**
 * Long options that neither write to a file nor run programs that the repository's settings name. git also takes the
 * beginning of a name, so an option that is not on the list could be one that does.
 */
const harmless: ReadonlySet<string> = new Set(
  `abbrev abbrev-commit abbrev-ref absolute-git-dir after ahead-behind all all-match always anchored author
   author-date-order batch batch-all-objects batch-check before binary boundary branch branches broken cached
   candidates check cherry cherry-mark cherry-pick color color-moved color-words column committer contains count
   cumulative date date-order decorate decorate-refs decorate-refs-exclude deduplicate deleted diff-algorithm
   diff-filter directory dirstat dirty dst-prefix email eol error-unmatch exact-match exclude exclude-standard
   exit-code ext-diff find-copies find-copies-harder find-renames first-parent follow fork-point format full-history
   full-index full-name full-tree function-context git-common-dir git-dir git-path glob graph grep group histogram
   ignore-all-space ignore-blank-lines ignore-cr-at-eol ignore-matching-lines ignore-space-at-eol
   ignore-space-change ignore-submodules ignored incremental independent indent-heuristic inter-hunk-context
   invert-grep is-ancestor is-bare-repository is-inside-git-dir is-inside-work-tree left-only left-right
   line-porcelain long mailmap match max-count max-parents merge-base merges min-parents minimal modified name-only
   name-status merged not null numbered numstat objects octopus oneline others parents patch
   patch-with-raw patch-with-stat patience perl-regexp pickaxe-all pickaxe-regex porcelain prefix pretty quiet raw
   regexp-ignore-case relative relative-date remotes rename-empty renames reverse right-only root short shortstat
   show-cdup show-current show-email show-name show-number show-prefix show-stash show-stats
   show-superproject-working-tree show-toplevel simplify-by-decoration since skip sort sparse src-prefix staged
   stage stat submodule summary symbolic-full-name tags text textconv topo-order unified unmerged until
   untracked-files verbose verify walk-reflogs with-tree word-diff word-diff-regex`.split(/\s+/),
);

/** These two are harmless only when they are switched off. */
const runsPrograms: ReadonlySet<string> = new Set(["ext-diff", "textconv"]);

function isHarmless(option: string): boolean {
  if (!option.startsWith("--") || option === "--") return true;
  const name = option.slice(2).replace(/=.*$/s, "");
  if (name.startsWith("no-")) return name !== "no-index" && harmless.has(name.slice(3));
  return harmless.has(name) && !runsPrograms.has(name);
}

/** With these options `git branch` and `git tag` only list. */
const listingOption =
  /^(?:--(?:list|all|remotes|verbose|show-current|sort=.*|format=.*)|-[alrv]+)$/;

/** Placeholders of formats for which git starts gpg. */
const checksSignature = /%[-+ ]?G|%\([^)]*signature/;

/** Whether git with these arguments is read-only. Options before the command could choose another repository. */
export function isReadOnlyGit(args: readonly ShellWord[]): boolean {
  if (!args.every(isKnown) || args.some(({ value }) => checksSignature.test(value))) return false;
  const rest = args.filter(({ value }) => value !== "--no-pager").map(({ value }) => value);
  const [command = "", ...words] = rest;
  const options = words.filter((word) => word.startsWith("-"));
  if (readOnlyCommands.has(command)) return options.every(isHarmless);
  if (command === "branch" || command === "tag")
    return options.every((option) => listingOption.test(option)) && hasNoName(words, options);
  if (command === "remote") return words.length === 0 || words.join(" ") === "-v";
  return command === "stash" && words.join(" ") === "list";
}

/** Without an option that lists, an operand is the name of something to create. */
const hasNoName = (words: readonly string[], options: readonly string[]): boolean =>
  words.length === options.length || options.some((option) => /^(?:--list|-l)$/.test(option));

/** A word whose value is unknown is acceptable only if it cannot be an option. */
const isKnown = (word: ShellWord): boolean =>
  word.literal || !(word.splits || /^[*-]/.test(word.shape));
