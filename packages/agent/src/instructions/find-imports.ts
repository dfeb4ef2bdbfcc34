import { withoutCode } from "./without-code.ts";

/** `@` at the beginning of a word, then a path; a space in it is written `\ `. */
const mention = /(?<=^|[\s([{"'])@((?:\\ |[^\s`])+)/gm;
/** Punctuation at the end of a sentence is not part of a path. */
const trailing = ".,;:!?)]}\"'*_>";

/** The paths that a Markdown text imports with `@path`, as written, each once. Code imports nothing. */
export function findImports(text: string): readonly string[] {
  const paths = [...withoutCode(text).matchAll(mention)]
    .map(([, path = ""]) => withoutTrailing(path).replaceAll("\\ ", " "))
    .filter((path) => path !== "" && !path.startsWith("@"));
  return [...new Set(paths)];
}

/** A loop, because a regular expression would be slow on a long run of dots. */
function withoutTrailing(path: string): string {
  let end = path.length;
  while (end > 0 && trailing.includes(path.charAt(end - 1))) end -= 1;
  return path.slice(0, end);
}
