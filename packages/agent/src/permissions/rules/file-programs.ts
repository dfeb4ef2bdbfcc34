import { readOnlyPrograms, takesTexts } from "../../tools/shell/read-only/read-only-programs.ts";
import { type FileUse, type Has, type Use, type Word, words } from "./file-use.ts";
import { gitUse } from "./git-file-use.ts";
import { namesComeFromElsewhere } from "./lists-of-names.ts";

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
  "cd declare export kill local popd pushd read set shift trap unset wait",
);

/** Write files whose names are in an archive or a patch. */
const unpackers = words("7z bsdtar cpio patch tar unzip");

/** What a command does with the files it names; undefined if it names none. */
export function fileUseOf(program: string, args: readonly Word[]): FileUse | undefined {
  const has = (option: RegExp) => args.some(({ value }) => option.test(value));
  const isReadOnly = readOnlyPrograms.get(program)?.(args) === true;
  if (withoutFiles.has(program) || (takesTexts(program) && isReadOnly)) return undefined;
  if (program === "git") return gitUse(args, isReadOnly);
  const walks = walkers.get(program)?.(has) ?? false;
  return {
    walks,
    ...usedBy(program, args, has, { walks, isReadOnly }),
    readsUnnamed: namesComeFromElsewhere(program, args),
  };
}

function usedBy(
  program: string,
  args: readonly Word[],
  has: Has,
  { walks, isReadOnly }: { readonly walks: boolean; readonly isReadOnly: boolean },
): Omit<FileUse, "walks"> {
  if (program === "dd") return ddUse(args);
  // A link can be written through, so it is as good as the file.
  if (program === "ln" || writers.has(program) || isEditing(program, args, has))
    return { ...known(args, "write"), here: program === "patch" ? "write" : undefined };
  if (copiers.has(program)) return { named: copied(args), isKnown: true };
  if (unpackers.has(program))
    return { ...known(args, "unknown"), here: isUnpacking(program, has) ? "write" : undefined };
  if (!readers.has(program) && (takesTexts(program) || !readOnlyPrograms.has(program)))
    return { ...known(args, "unknown"), isKnown: false };
  const named = readArguments(program, args, has);
  const namesNothing = named.every(({ word }) => word.value.startsWith("-"));
  const here = walks && namesNothing ? "read" : undefined;
  if (isReadOnly) return { named, here, isKnown: true };
  // An option that is not known to be harmless may make it write: `xxd -r a b`.
  const unclear = named.map(({ word }) => ({ word, use: "unknown" as const }));
  return { named: unclear, here, isKnown: true, unclearAs: "read" };
}

const isUnpacking = (program: string, has: Has): boolean =>
  program === "unzip" ? !has(/^-[A-Za-z]*[lptZ]/) : has(/^-?[a-zA-Z]*x|^--ex/);

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
const searching = (has: Has): boolean => has(/^-[A-Za-z]*[rRd]|^--(?:rec|de|di)/);
const always = (): boolean => true;

/** Programs that use what is below a folder. */
const walkers: ReadonlyMap<string, (has: Has) => boolean> = new Map([
  ...["cp", "rm", "chmod", "chown", "chgrp", "zip", "scp"].map(
    (name) => [name, recursive] as const,
  ),
  ...["grep", "egrep", "fgrep"].map((name) => [name, searching] as const),
  // Of two folders, diff compares the files.
  ...["mv", "rg", "rsync", "shred", "diff", ...unpackers].map((name) => [name, always] as const),
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
