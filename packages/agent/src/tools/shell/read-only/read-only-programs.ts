import { find } from "./read-only-find.ts";
import { isReadOnlyGit } from "./read-only-git.ts";
import { allLiteral, couldBeOption, type Judge, only, onlyOptions } from "./read-only-options.ts";
import { sed } from "./read-only-sed.ts";

/** Programs whose arguments are not files, and that only print, whatever their arguments. */
const textPrograms = `
  : arch basename break cal continue dirname echo exit expr false groups id nproc pwd return seq sleep true tty
  type uname uptime whereis which who whoami
`;

/** Programs that only read and print, whatever their arguments. */
const filePrograms = `
  cat cd cksum cmp comm cut df du egrep expand fgrep fmt fold free grep head hexdump join jq ls lsblk
  lscpu md5sum nl od paste pr printenv readlink realpath rev sha1sum sha256sum sha512sum stat sum tac tail tr
  unexpand wc
`;

/** `date` only prints unless an option, or an operand that is not a format, sets the date. */
const date: Judge = (args) =>
  args.every(({ literal, value, shape, splits }, index) => {
    if (splits) return false;
    if (shape.startsWith("+")) return true;
    const before = args[index - 1]?.value ?? "";
    if (/^(?:-[uR]*[dr]|--date|--reference)$/.test(before)) return true;
    return (
      literal &&
      /^-(?:u|R|[uR]*[dr].*|I\w*|-(?:utc|universal|iso-8601|rfc-|date|ref).*)$/.test(value)
    );
  });

/** With `-l` it runs pr. */
const diff: Judge = (args) =>
  args.every((word) =>
    word.literal
      ? !/^-\w*l|^--p/.test(word.value)
      : word.pieces[0]?.kind === "pipe" || !couldBeOption(word),
  );

/** Only in a pipe: its second operand is a file that is written, and `-` is an operand too. */
const uniq: Judge = (args) =>
  allLiteral(args) &&
  args.every(
    ({ value }, index) =>
      /^-[^-]|^--./.test(value) || /^-[fsw]$/.test(args[index - 1]?.value ?? ""),
  );

/** In Bash `printf -v name` sets a variable, and `%n` in the format sets those that are named after it. */
const printf: Judge = ([first, second]) => {
  const format = first?.value === "--" ? second : first;
  if (format === undefined) return true;
  if (!format.literal || (format === first && couldBeOption(format))) return false;
  return !/%[^A-Za-z%]*[hlLjqtz]*n/.test(format.value);
};

/**
 * `ps e` shows the variables of every process; `-e` shows every process. If there is no user of that name, `-uxe` is
 * read as `uxe`.
 */
const ps: Judge = (args) =>
  args.every(({ literal, value }, index) => {
    if (!literal) return false;
    if (/^(?:-[oOCpuUgGst]|--(?:pid|ppid|user|format|sort))$/.test(args[index - 1]?.value ?? ""))
      return !/env/i.test(value);
    return /^(?:[aufjlrwxh]+|-[AaefFlxwHLj]+|-aux?w*|-[oOCpuUgGst]|\d[\d,]*|--(?:no-headers?|forest|pid|ppid|user|format|sort)|--(?:sort|pid|ppid|user)=[\w,+%-]*)$/.test(
      value,
    );
  });

const unaryTests = /^-[a-hknoprstuwxzGLNOS]$/;
const binaryTests = /^(?:==?|!=|<|>|-(?:nt|ot|ef|eq|ne|lt|le|gt|ge))$/;

/** `test -v 'a[$(…)]'` runs what is in the brackets, so an unknown word must not be an operator. */
const test: Judge = (args) => {
  if (allLiteral(args)) return args.every(({ value }) => value !== "-v" && value !== "-R");
  if (args.some(({ splits }) => splits)) return false;
  const words = args[0]?.literal && args[0].value === "!" ? args.slice(1) : args;
  const [first, second] = words;
  if (words.length === 2) return first?.literal === true && unaryTests.test(first.value);
  return words.length === 3 && second?.literal === true && binaryTests.test(second.value);
};

/** The last word is `]`. */
const bracket: Judge = (args) => args.at(-1)?.value === "]" && test(args.slice(0, -1));

const rg = onlyOptions({
  flags: "abcFhHiIlLnNopqsSuUvwx0P",
  valued: "ABCdefgjmMrtTE",
  long: `after-context before-context binary byte-offset case-sensitive color colors column context count
    count-matches crlf debug encoding files files-with-matches files-without-match fixed-strings follow glob
    glob-case-insensitive heading hidden iglob ignore-case include-zero invert-match json line-number
    line-regexp max-columns max-count max-depth max-filesize multiline multiline-dotall no-config no-filename
    no-heading no-ignore no-ignore-vcs no-line-number no-messages null null-data only-matching passthru pcre2
    pretty quiet regexp replace smart-case sort sortr stats text threads trim type type-list type-not
    unrestricted version vimgrep with-filename word-regexp`,
});

const sort = onlyOptions({
  flags: "bcCdfghiMmnRrsuVz",
  valued: "ktS",
  long: `ignore-leading-blanks dictionary-order ignore-case general-numeric-sort ignore-nonprinting
    month-sort human-numeric-sort numeric-sort random-sort reverse sort version-sort check key merge stable
    buffer-size field-separator unique zero-terminated parallel`,
});

const file = onlyOptions({
  flags: "0bEhikLnNprsv",
  long: "brief mime mime-type mime-encoding dereference no-dereference keep-going raw no-pad version",
});

/** The arguments with which known programs are read-only. */
export const readOnlyPrograms: ReadonlyMap<string, Judge> = new Map<string, Judge>([
  ...`${textPrograms} ${filePrograms}`
    .trim()
    .split(/\s+/)
    .map((name): [string, Judge] => [name, () => true]),
  ["[", bracket],
  ["test", test],
  ["command", (args) => /^-[vV]$/.test(args[0]?.value ?? "")],
  ["date", date],
  ["diff", diff],
  ["file", file],
  ["find", find],
  // With -v it runs a program.
  ["getconf", only(/^(?:-a|\w+|\/[\w./-]*)$/)],
  ["git", isReadOnlyGit],
  ["ps", ps],
  ["hostname", only(/^(?:-[fisIdAy]|--fqdn|--long|--short|--ip-address|--domain)$/)],
  ["printf", printf],
  ["rg", rg],
  ["sed", sed],
  ["sort", sort],
  // `@file` is a file with more arguments.
  ["strings", (args) => args.every(({ shape, splits }) => !splits && !/^[@*]/.test(shape))],
  ["uniq", uniq],
]);

const text = new Set(textPrograms.trim().split(/\s+/));

/** Whether the arguments of a read-only program are texts and not names of files to read. */
export const takesTexts = (program: string): boolean =>
  text.has(program) || /^(?:\[|command|date|getconf|hostname|printf|ps|test)$/.test(program);
