import { firstLine } from "./failure-line.ts";

/**
 * The first line of a text, for a message: its beginning if it is long. An ellipsis says that there is more; `more`
 * is where, which is said of a line that was cut.
 */
export function shortLine(
  text: string,
  { maxLength = 120, more }: { readonly maxLength?: number; readonly more?: string } = {},
): string {
  const line = firstLine(text);
  const isWhole = line === (more === undefined ? text : text.trimEnd());
  if (line.length <= maxLength) return isWhole ? line : `${line}…`;
  const beginning = line.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, "");
  return more === undefined
    ? `${beginning}…`
    : `${beginning}… (${text.length} characters; ${more} has more)`;
}
