/** The lines between a first line `---` and the next one, and everything after that, unchanged. */
export function splitFrontMatter(text: string): { readonly front?: string; readonly body: string } {
  const first = /^---[ \t]*\r?\n/.exec(text)?.[0];
  if (first === undefined) return { body: text };
  const rest = text.slice(first.length);
  const end = /^---[ \t]*(?:\r?\n|$)/m.exec(rest);
  if (end === null) return { body: text };
  return { front: rest.slice(0, end.index), body: rest.slice(end.index + end[0].length) };
}
