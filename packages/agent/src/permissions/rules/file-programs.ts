import type { CommandLine } from "@snaphook/engine/rules";
import { readOnlyPrograms, takesTexts } from "../../tools/shell/read-only/read-only-programs.ts";

export type Word = CommandLine["commands"][number]["words"][number];

/** What a command does with a file that it names. */
export type Use = "read" | "write" | "unknown";

/** How a program uses the files among its arguments. */
export interface FileUse {
  /** The arguments that may name files, with what is done to them. */
  readonly named: readonly { readonly word: Word; readonly use: Use }[];
  /** It also uses what is below a folder. */
  readonly walks: boolean;
  /** It is known what it does with its arguments, so one that cannot be read matters. */
  readonly isKnown: boolean;
}

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Change every file that they name. */
const writers = words(`
  bunzip2 bzip2 chgrp chmod chown ed ex gunzip gzip mkdir mkfifo mknod mv nano patch rm rmdir shred tee touch
  truncate unlink unxz unzstd vi vim xz zip zstd
`);
/** Write to their last argument or to `-t`, and read the others. */
const copiers = words("cp install rsync scp");
/** Only read, besides the programs that are read-only anyway. */
const readers = words(
  ". awk base32 base64 bat gawk less mawk more source tar view xxd zcat zgrep zless",
);
/** Their first argument is a pattern or a script. */
const withPattern = words("awk egrep fgrep gawk grep jq mawk rg sed");
/** Take no files, or only a directory to work in. */
const withoutFiles = words(
  "alias cd declare export kill local popd pushd read set shift trap unset wait",
);

/** Commands of git that change files of the work tree. */
const gitWriters = words("apply checkout clean merge mv pull rebase reset restore rm stash switch");

/** What a command does with the files it names; undefined if it names none. */
export function fileUseOf(program: string, args: readonly Word[]): FileUse | undefined {
  if (takesTexts(program) || withoutFiles.has(program)) return undefined;
  const has = (option: RegExp) => args.some(({ value }) => option.test(value));
  const all = (use: Use) => args.map((word) => ({ word, use }));
  const walks = walkers.get(program)?.(has) ?? false;
  if (program === "git") return gitUse(args);
  if (program === "dd")
    return {
      named: args.map((word) => ({ word, use: word.value.startsWith("of=") ? "write" : "read" })),
      walks,
      isKnown: true,
    };
  // A link can be written through, so it is as good as the file.
  if (program === "ln" || writers.has(program) || isEditing(program, has))
    return { named: all("write"), walks, isKnown: true };
  if (copiers.has(program)) return { named: copied(args), walks, isKnown: true };
  if (readers.has(program) || readOnlyPrograms.has(program))
    return { named: readArguments(program, args, has), walks, isKnown: true };
  return { named: all("unknown"), walks, isKnown: false };
}

type Has = (option: RegExp) => boolean;

const isEditing = (program: string, has: Has): boolean =>
  (/^(?:sed|perl|ruby|awk|gawk)$/.test(program) && has(/^-[A-Za-z]*i|^--in-place/)) ||
  (program === "sort" && has(/^-[A-Za-z]*o|^--o/));

const recursive = (has: Has): boolean => has(/^-[A-Za-z]*[rRa]|^--(?:rec|arch)/);
const always = (): boolean => true;

/** Programs that use what is below a folder. */
const walkers: ReadonlyMap<string, (has: Has) => boolean> = new Map([
  ...["cp", "rm", "grep", "egrep", "fgrep", "diff", "chmod", "chown", "chgrp", "zip", "scp"].map(
    (name) => [name, recursive] as const,
  ),
  ...["mv", "rg", "rsync", "tar", "shred"].map((name) => [name, always] as const),
  ["find", (has) => has(/^-(?:exec|execdir|ok|okdir|delete)$/)],
]);

/** The last argument, or the value of `-t`, is written. */
function copied(args: readonly Word[]): FileUse["named"] {
  const targetAt = args.findIndex(({ value }) => /^(?:-t|--target-directory)$/.test(value)) + 1;
  const written = targetAt > 0 ? targetAt : args.length - 1;
  return args.map((word, index) => ({
    word,
    use: index === written || /^--target-directory=|^-t./.test(word.value) ? "write" : "read",
  }));
}

function readArguments(program: string, args: readonly Word[], has: Has): FileUse["named"] {
  const pattern =
    withPattern.has(program) && !has(/^-[A-Za-z]*[ef]|^--(?:re|fi|ex)/)
      ? args.find(({ value }) => !value.startsWith("-"))
      : undefined;
  return args.filter((word) => word !== pattern).map((word) => ({ word, use: "read" as const }));
}

/** git takes paths after revisions: `git show HEAD:file`, `git checkout main -- file`. */
function gitUse(args: readonly Word[]): FileUse {
  const at = args.findIndex(({ value }) => !value.startsWith("-"));
  const writes = gitWriters.has(args[at]?.value ?? "");
  return {
    named: args.slice(at + 1).map((word) => ({ word, use: writes ? "write" : "read" })),
    walks: writes,
    isKnown: true,
  };
}
