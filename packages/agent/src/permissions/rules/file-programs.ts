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
  /** What it does below the current directory without naming anything there. */
  readonly here?: Use | undefined;
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
  ". awk base32 base64 bat gawk less mawk more source view xxd zcat zgrep zless",
);
/** Their first argument is a pattern or a script. */
const withPattern = words("awk egrep fgrep gawk grep jq mawk rg sed");
/** Take no files, or only a directory to work in. */
const withoutFiles = words(
  "alias cd declare export kill local popd pushd read set shift trap unset wait",
);

/** Commands of git that change files of the work tree. */
const gitWriters = words(`
  am apply checkout checkout-index cherry-pick clean merge mv pull read-tree rebase reset restore revert rm stash
  switch
`);

/** Write files whose names are in an archive or a patch. */
const unpackers = words("7z bsdtar cpio patch tar unzip");

/** What a command does with the files it names; undefined if it names none. */
export function fileUseOf(program: string, args: readonly Word[]): FileUse | undefined {
  const has = (option: RegExp) => args.some(({ value }) => option.test(value));
  const readsList = program === "date" && has(/^-[A-Za-z]*f|^--f/);
  if (!readsList && (takesTexts(program) || withoutFiles.has(program))) return undefined;
  if (program === "git") return gitUse(args, has);
  const walks = walkers.get(program)?.(has) ?? false;
  return { walks, ...usedBy(program, args, has, walks) };
}

function usedBy(
  program: string,
  args: readonly Word[],
  has: Has,
  walks: boolean,
): Omit<FileUse, "walks"> {
  if (program === "dd") return ddUse(args);
  // A link can be written through, so it is as good as the file.
  if (program === "ln" || writers.has(program) || isEditing(program, args, has))
    return { ...known(args, "write"), here: program === "patch" ? "write" : undefined };
  if (copiers.has(program)) return { named: copied(args), isKnown: true };
  if (unpackers.has(program))
    return { ...known(args, "unknown"), here: has(/^-?[a-zA-Z]*x|^--ex/) ? "write" : undefined };
  if (program !== "date" && !readers.has(program) && !readOnlyPrograms.has(program))
    return { ...known(args, "unknown"), isKnown: false };
  const named = readArguments(program, args, has);
  const namesNothing = named.every(({ word }) => word.value.startsWith("-"));
  return { named, here: walks && namesNothing ? "read" : undefined, isKnown: true };
}

const known = (args: readonly Word[], use: Use) => ({
  named: args.map((word) => ({ word, use })),
  isKnown: true,
});

const ddUse = (args: readonly Word[]) => ({
  named: args.map(
    (word) => ({ word, use: word.value.startsWith("of=") ? "write" : "read" }) as const,
  ),
  isKnown: true,
});

type Has = (option: RegExp) => boolean;

/** Options with which a program that otherwise reads writes, or makes a hard link. */
const writingOptions: ReadonlyMap<string, RegExp> = new Map([
  ...["awk", "gawk", "perl", "ruby", "sed"].map(
    (name) => [name, /^-[A-Za-z]*i|^--in-place/] as const,
  ),
  ["sort", /^-[A-Za-z]*o|^--o/],
  ["shuf", /^-[A-Za-z]*o|^--o/],
  ["cp", /^-[A-Za-z]*l|^--l/],
  ["find", /^-(?:exec|execdir|ok|okdir|delete|fprint.*|fls)$/],
]);

const isEditing = (program: string, args: readonly Word[], has: Has): boolean => {
  const option = writingOptions.get(program);
  if (option !== undefined) return has(option);
  return program === "uniq" && args.filter(({ value }) => !value.startsWith("-")).length > 1;
};

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

/** The first argument of grep is no file. A script may name files, so it is only known to mention them. */
function readArguments(program: string, args: readonly Word[], has: Has): FileUse["named"] {
  const pattern =
    withPattern.has(program) && !has(/^-[A-Za-z]*[ef]|^--(?:re|fi|ex)/)
      ? args.find(({ value }) => !value.startsWith("-"))
      : undefined;
  const isScript = pattern !== undefined && !/grep$|^rg$/.test(program);
  return args
    .filter((word) => word !== pattern || isScript)
    .map((word) => ({ word, use: word === pattern ? ("unknown" as const) : ("read" as const) }));
}

/** git takes paths after revisions: `git show HEAD:file`, `git checkout main -- file`. */
function gitUse(args: readonly Word[], has: Has): FileUse {
  const at = args.findIndex(({ value }) => !value.startsWith("-"));
  const command = args[at]?.value ?? "";
  const rest = args.slice(at + 1);
  const writes = gitWriters.has(command) && !isHarmlessGit(command, rest[0]?.value ?? "", has);
  const use = writes || has(/^-o|^--ou/) ? "write" : "read";
  const searches = command === "grep";
  return {
    named: rest.map((word) => ({ word, use })),
    walks: writes || searches,
    here: writes ? "write" : searches ? "read" : undefined,
    isKnown: true,
  };
}

/** Forms of these commands that leave the files of the work tree alone. */
function isHarmlessGit(command: string, first: string, has: Has): boolean {
  if (command === "stash") return first === "list" || first === "show";
  if (command === "reset") return !has(/^--(?:h|me|k)/);
  return (command === "checkout" || command === "switch") && has(/^-[bBcC]$|^--(?:create|orphan)$/);
}
