/**
 * A Markdown text without its code: fenced blocks and spans between backticks. A tab replaces a span, because
 * a space after a backslash would be read as part of a path.
 */
export function withoutCode(text: string): string {
  return withoutFences(text)
    .split(/(\n[ \t]*(?:\r?\n))/)
    .map(withoutSpans)
    .join("");
}

/** A fence may be in a list or a quotation. */
const fenceMarks = /^[ \t>*+\-.)\d]*(`{3,}|~{3,})(.*)$/s;

function withoutFences(text: string): string {
  let fence: string | undefined;
  const lines = text.split("\n").map((line) => {
    const [, marks = "", rest = ""] = fenceMarks.exec(line) ?? [];
    if (fence === undefined) {
      if (!opensFence(marks, rest)) return line;
      fence = marks;
    } else if (marks.startsWith(fence) && rest.trim() === "") fence = undefined;
    return "";
  });
  return lines.join("\n");
}

/** No backtick follows the backticks that open a fence: that would be a span. */
const opensFence = (marks: string, rest: string): boolean =>
  marks.startsWith("~") || (marks !== "" && !rest.includes("`"));

/** A span is the text between two equally long runs of backticks, within a paragraph. */
function withoutSpans(paragraph: string): string {
  const runs = [...paragraph.matchAll(/`+/g)];
  const nextAlike = followers(runs.map(([marks]) => marks.length));
  let result = "";
  let copiedUntil = 0;
  for (let index = 0; index < runs.length; ) {
    const closing = nextAlike[index];
    const [start, end] = [runs[index], closing === undefined ? undefined : runs[closing]];
    if (start === undefined || closing === undefined || end === undefined) {
      index += 1;
      continue;
    }
    result += `${paragraph.slice(copiedUntil, start.index)}\t`;
    copiedUntil = end.index + end[0].length;
    index = closing + 1;
  }
  return result + paragraph.slice(copiedUntil);
}

/** For each number, the index of the next equal one. */
function followers(lengths: readonly number[]): readonly (number | undefined)[] {
  const last = new Map<number, number>();
  const next: (number | undefined)[] = [];
  for (let index = lengths.length - 1; index >= 0; index--) {
    const length = lengths[index] ?? 0;
    next[index] = last.get(length);
    last.set(length, index);
  }
  return next;
}
