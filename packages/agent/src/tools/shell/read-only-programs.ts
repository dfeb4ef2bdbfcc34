import { isReadOnlyGit, type Word } from "./read-only-git.ts";

type Judge = (args: readonly Word[]) => boolean;

/** Programs that only read and print, whatever their arguments. */
const harmless = `
  : arch basename cal cat cd cksum cmp comm continue break cut df diff dirname du echo egrep exit
  expand expr false fgrep fmt fold free getconf grep groups head hexdump id join jq ls lsblk lscpu
  md5sum nl nproc od paste pr printenv pwd readlink realpath return rev seq sha1sum sha256sum
  sha512sum sleep stat strings sum tac tail tr true tty type uname unexpand uptime wc whereis
  which who whoami
`;

/** Whether a word could turn out to be an option when the shell expands it. */
const couldBeOption = ({ literal, shape, splits, value }: Word): boolean =>
  literal ? value.startsWith("-") : splits || /^[*-]/.test(shape);

/** All words that could be options are literal, and none of them is forbidden. */
const withoutOptions =
  (...forbidden: readonly RegExp[]): Judge =>
  (args) =>
    args
      .filter(couldBeOption)
      .every(({ literal, value }) => literal && !forbidden.some((one) => one.test(value)));

const allLiteral: Judge = (args) => args.every(({ literal }) => literal);

const only =
  (allowed: RegExp): Judge =>
  (args) =>
    args.every(({ literal, value }) => literal && allowed.test(value));

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

/** The second operand is a file that is written, also after `-`, which is not an option. */
const uniq: Judge = (args) => {
  const operand = args.findIndex(
    ({ value }, index) =>
      !/^-[^-]|^--./.test(value) && !/^-[fsw]$/.test(args[index - 1]?.value ?? ""),
  );
  return allLiteral(args) && (operand < 0 || operand === args.length - 1);
};

/** In Bash `printf -v name` sets a variable, and `%n` in the format sets those that are named after it. */
const printf: Judge = ([first, second]) => {
  const format = first?.value === "--" ? second : first;
  if (format === undefined) return true;
  if (!format.literal || (format === first && couldBeOption(format))) return false;
  return !/%[^A-Za-z%]*[hlLjqtz]*n/.test(format.value);
};

/** `ps e` shows the variables of every process; `-e` shows every process. */
const ps: Judge = (args) =>
  args.every(({ literal, value }, index) => {
    const isOperand = /^-(?:[oOCpuUgGst]|-\w+)$/.test(args[index - 1]?.value ?? "");
    return literal && (isOperand || !/^[^-\d]*[eE]/.test(value));
  });

/** `test -v 'a[$(…)]'` runs what is in the brackets. */
const test: Judge = (args) =>
  allLiteral(args) && args.every(({ value }) => value !== "-v" && value !== "-R");

/** The arguments with which known programs are read-only. */
export const readOnlyPrograms: ReadonlyMap<string, Judge> = new Map<string, Judge>([
  ...harmless
    .trim()
    .split(/\s+/)
    .map((name): [string, Judge] => [name, () => true]),
  ["[", test],
  ["test", test],
  ["command", (args) => /^-[vV]$/.test(args[0]?.value ?? "")],
  ["date", date],
  ["env", only(/^(?:-0|--null)$/)],
  ["file", withoutOptions(/^-[^-]*[czmf]/i, /^--(?:co|un|mag|fi)/)],
  ["find", withoutOptions(/^-(?:exec|execdir|ok|okdir|delete|fprint.*|fls)$/)],
  ["git", isReadOnlyGit],
  ["ps", ps],
  ["hostname", only(/^(?:-[fisIdAy]|--fqdn|--long|--short|--ip-address|--domain)$/)],
  ["printf", printf],
  ["rg", withoutOptions(/^--(?:pre|hostname-bin|search-zip)/, /^-[^-]*z/)],
  ["sort", withoutOptions(/^-[^-]*[oT]/, /^--(?:o|co|t)/)],
  ["uniq", uniq],
]);
