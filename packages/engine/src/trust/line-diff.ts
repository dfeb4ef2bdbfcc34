import { visibleText } from "@snaphook/protocol";
import { compareLines, type Edit } from "./compare-lines.ts";

/** How many unchanged lines are shown around a change. */
const contextLines = 3;
const shownLines = 400;

/**
 * The difference of two texts as unified hunks, for people. Long ones are cut, with a note. Control
 * and invisible characters are made visible: a script must not be able to disguise a change.
 */
export function lineDiff(before: string, after: string): string {
  const ending = [before, after].every(endsLinesWithCrlf) ? "\r\n" : "\n";
  const edits = compareLines(before.split(ending), after.split(ending));
  const lines = stretches(edits).flatMap((stretch) => hunk(edits, stretch));
  const left = lines.length - shownLines;
  const note = left > 0 ? [`… ${left} more lines`] : [];
  return [...lines.slice(0, shownLines).map(visibleText), ...note].join("\n");
}

/** Where every line ends so, the ending is no news; where only some do, it is part of the line. */
const endsLinesWithCrlf = (text: string): boolean => !/(?<!\r)\n/.test(text);

/** Edits from one index up to, not including, another. */
interface Stretch {
  readonly from: number;
  to: number;
}

/** The changes with the lines around them; changes near each other share a stretch. */
function stretches(edits: readonly Edit[]): readonly Stretch[] {
  const found: Stretch[] = [];
  for (const [index, { sign }] of edits.entries()) {
    if (sign === " ") continue;
    const from = Math.max(0, index - contextLines);
    const to = Math.min(edits.length, index + contextLines + 1);
    const last = found.at(-1);
    if (last && from <= last.to) last.to = to;
    else found.push({ from, to });
  }
  return found;
}

/** `@@ -first,count +first,count @@` and the lines. */
function hunk(edits: readonly Edit[], { from, to }: Stretch): readonly string[] {
  const earlier = edits.slice(0, from);
  const shown = edits.slice(from, to);
  const range = (absent: Edit["sign"]): string => {
    const count = (part: readonly Edit[]) => part.filter(({ sign }) => sign !== absent).length;
    return `${count(earlier) + 1},${count(shown)}`;
  };
  return [
    `@@ -${range("+")} +${range("-")} @@`,
    ...shown.map(({ sign, line }) => `${sign}${line}`),
  ];
}
