import { couldBeOption, type Judge } from "./read-only-options.ts";

/** Tests, operators and actions of find that only look and print. */
const harmless: ReadonlySet<string> = new Set(
  `a amin and anewer atime cmin cnewer ctime daystart depth empty executable false follow fstype gid group
   H ignore_readdir_race ilname iname inum ipath iregex iwholename L links lname ls maxdepth mindepth mmin
   mount mtime name newer noignore_readdir_race noleaf nogroup not nouser nowarn o or P path perm print print0
   printf prune quit readable regex regextype samefile size true type uid used user warn wholename writable
   xdev xtype`.split(/\s+/),
);

export const find: Judge = (args) =>
  args
    .filter(couldBeOption)
    .every(
      ({ literal, value }) =>
        literal &&
        (harmless.has(value.slice(1)) ||
          /^-(?:newer[aBcm][aBcmt]|\d+|[+-]?\d+[a-zA-Z]?|[ugoa]*[+=][rwxstXugoa,+=]*)$/.test(
            value,
          )),
    );
