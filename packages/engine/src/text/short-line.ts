import { firstLine } from "./failure-line.ts";

/**
 * The first line of a text, for a message: its beginning if it is long. An ellipsis says that there is more; `more`
 * is where, and then only a line that was cut has it.
 */
export function shortLine(
  text: string,
  { maxLength = 120, more }: { readonly maxLength?: number; readonly more?: string } = {},
): string {
  const line = firstLine(text);
  if (line.length <= maxLength && (line === text || more !== undefined)) return line;
  const beginning = line.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, "");
  return more === undefined
    ? `${beginning}…`
    : `${beginning}… (${text.length} characters; ${more} has more)`;
}
