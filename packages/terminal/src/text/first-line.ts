/** The first line of a text, for a list with one row for each entry; `…` says that it goes on. */
export function firstLine(text: string): string {
  const [first = "", ...more] = text.trim().split("\n");
  return more.length === 0 ? first : `${first.trimEnd()} …`;
}
