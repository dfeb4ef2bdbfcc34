import { type FileUse, type Has, type Word, words } from "./file-use.ts";

/** Commands of git that change files of the work tree. */
const writers = words(`
  am apply checkout checkout-index cherry-pick clean merge mv pull read-tree rebase reset restore revert rm stash
  switch
`);
/** Change the repository, and not the files that they name. */
const recorders = words("add branch commit grep tag");
/** Show or copy the content of tracked files, whatever their options. */
const printers = words(`
  annotate archive bundle difftool fast-export format-patch range-diff request-pull
`);
/** Show it unless an option makes them list names or numbers only. */
const comparers = words("diff diff-files diff-index diff-tree show stash");
const listing =
  /^(?:-s|--(?:name-only|name-status|numstat|shortstat|dirstat|summary|stat|raw|no-patch|quiet)(?:=.*)?)$/;
/** Options with which a command that lists shows changes. */
const showing =
  /^-[A-Za-z]*[pucLUm]|^--(?:pa|un|cc$|word|color-w|bin|full-d|dd|rem|diff-m|check|output-i)/;

/** Options before the command that have a value in the next word. */
const valued = /^(?:-[Cc]|--(?:git-dir|work-tree|namespace|config-env|super-prefix|attr-source))$/;

/** git takes paths after revisions: `git show HEAD:file`, `git checkout main -- file`. */
export function gitUse(args: readonly Word[], isReadOnly: boolean): FileUse {
  const { at, command, rest } = commandIn(args);
  const has: Has = (option) => rest.some(({ value }) => option.test(value));
  const writes = writers.has(command) && !isHarmless(command, rest[0]?.value ?? "", has);
  const searches = command === "grep";
  const isKept = isReadOnly || (recorders.has(command) && at === 0);
  const otherwise = isKept ? "read" : "unknown";
  const use = writes || has(/^-o|^--ou/) ? "write" : otherwise;
  const named = args.filter((_, index) => index !== at);
  return {
    named: named.map((word) => ({ word, use })),
    walks: writes || searches,
    here: writes ? "write" : searches ? "read" : undefined,
    isKnown: true,
    ...(use === "unknown" ? { unclearAs: "read" } : {}),
    showsTracked: shownBy(command, rest, has),
  };
}

/** The words that may limit what it shows; undefined if it shows nothing. */
function shownBy(command: string, rest: readonly Word[], has: Has): readonly Word[] | undefined {
  if (copiesRepository(command, rest)) return [];
  return showsContent(command, rest, has) && !isInCommit(rest) ? limitsIn(rest) : undefined;
}

/** Whether it makes a second work tree, or brings the repository's content to another folder. */
function copiesRepository(command: string, rest: readonly Word[]): boolean {
  const operands = rest.filter(({ value }) => !value.startsWith("-"));
  if (command === "worktree") return operands[0]?.value === "add";
  if (command === "clone")
    return !operands.some(({ value }) => /^(?:https?|ssh|git)[:@]/.test(value));
  return (
    /^(?:push|fetch|pull|remote|submodule)$/.test(command) &&
    operands.some(({ literal, value }) => !literal || /^(?:[./~]|file:)/.test(value))
  );
}

function commandIn(args: readonly Word[]) {
  const at = args.findIndex(
    ({ value }, index) => !value.startsWith("-") && !valued.test(args[index - 1]?.value ?? ""),
  );
  return { at, command: args[at]?.value ?? "", rest: args.slice(at + 1) };
}

/** Forms of these commands that leave the files of the work tree alone. */
function isHarmless(command: string, first: string, has: Has): boolean {
  if (command === "stash") return first === "list" || first === "show";
  if (command === "reset") return !has(/^--(?:h|me|k)/);
  return (command === "checkout" || command === "switch") && has(/^-[bBcC]$|^--(?:create|orphan)$/);
}

function showsContent(command: string, rest: readonly Word[], has: Has): boolean {
  if (printers.has(command)) return true;
  if (command === "cat-file") return !has(/^-[tse]$/) && !has(/^--batch-check/);
  if (command === "status") return has(/^-[A-Za-z]*v|^--verb/);
  if (command === "stash") return rest[0]?.value === "show" && has(showing);
  if (comparers.has(command)) return has(showing) || !has(listing);
  return /^(?:log|reflog|rev-list|whatchanged)$/.test(command) && has(showing);
}

/** Whether all operands are paths in commits: `HEAD:path`. */
function isInCommit(rest: readonly Word[]): boolean {
  const operands = rest.filter(({ value }) => !value.startsWith("-"));
  return (
    operands.length > 0 &&
    operands.every(({ literal, value }) => literal && /^[^:]+:[^:]/.test(value))
  );
}

/** The words that may be paths: those after `--` if there are any. */
function limitsIn(rest: readonly Word[]): readonly Word[] {
  const end = rest.findIndex(({ value }) => value === "--");
  const after = end < 0 ? [] : rest.slice(end + 1);
  return after.length > 0 ? after : rest.filter(({ value }) => !value.startsWith("-"));
}
