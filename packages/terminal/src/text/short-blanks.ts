import type { StyledLine } from "./styled-line.ts";
import { bar } from "./wrap-line.ts";

/** Longer runs of blank characters push what follows them out of sight. */
const maxRun = 40;
const maxEmptyLines = 3;

/** Characters that a terminal shows as nothing: spaces of every kind, and letters without a shape. */
const blank = "[\\p{Zs}\\t\\u2800]";
/** In a text on one line and in JSON, tabs and line ends are written out. */
const run = new RegExp(`(?:${blank}|\\\\[nrt]){${maxRun + 1},}`, "gu");
const emptyLines = new RegExp(`(?:(?<=\\n)|^)(?:${blank}*\\n){${maxEmptyLines + 1},}`, "gu");
const onlyBlanks = new RegExp(`^${blank}*$`, "u");

export const isBlank = (line: string): boolean => onlyBlanks.test(line);

/** A line in which long runs of blank characters are a count. */
export const shortRuns = (line: string): string =>
  line.replaceAll(run, (blanks) => ` ⟨${blanks.match(/\\[nrt]|./gu)?.length} blanks⟩ `);

/** A text in which long runs of blank characters and of empty lines are a count. Its first row has text. */
export const shortBlanks = (text: string): string =>
  shortRuns(
    text.replaceAll(emptyLines, (lines, at: number) => {
      const count = emptyCount(lines.split("\n").length - 1);
      return at === 0 ? `${count} ` : `${count}\n`;
    }),
  );

const emptyCount = (count: number): string => `⟨${count} empty lines⟩`;

/** The same for lines that may have several rows each. */
export const shortTexts = (texts: readonly string[]): readonly string[] =>
  foldEmpty(
    texts,
    (text) => (isBlank(text.replaceAll("\n", "")) ? "" : undefined),
    (_, count) => count,
  ).map(shortBlanks);

/** The same for a difference, in which each line begins with a sign. */
export const shortDiff = (lines: readonly string[]): readonly string[] =>
  foldEmpty(
    lines,
    (line) => (/^[-+ ]/.test(line) && isBlank(line.slice(1)) ? line.slice(0, 1) : undefined),
    (first, count) => `${first.slice(0, 1)}${count}`,
  );

/** The same for lines of the screen. */
export const shortLines = (lines: readonly StyledLine[]): readonly StyledLine[] =>
  foldEmpty(lines, emptyKey, ([first], count) => [
    ...(first === bar ? [bar] : []),
    { text: count, dim: true },
  ]).map((line) => line.map((span) => (span.isPadding ? span : shortSpan(span))));

/** A line that has a bar and nothing else is empty too. */
const emptyKey = (line: StyledLine): string | undefined => {
  const text = line.map((span) => span.text).join("");
  return isBlank(text.replace(/^(?:│ )+/, "")) ? String(line[0] === bar) : undefined;
};

/** A span that needs no change stays the same object: a bar is known by that. */
function shortSpan(span: StyledLine[number]): StyledLine[number] {
  const text = shortRuns(span.text);
  return text === span.text ? span : { ...span, text };
}

/** Replaces long runs of empty items. Those with the same key form a run; undefined: the item is not empty. */
export function foldEmpty<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string | undefined,
  fold: (first: Item, count: string) => Item,
): readonly Item[] {
  const folded: Item[] = [];
  for (let at = 0; at < items.length; ) {
    const first = items[at] as Item;
    const key = keyOf(first);
    let end = at + 1;
    while (key !== undefined && end < items.length && keyOf(items[end] as Item) === key) end++;
    if (end - at > maxEmptyLines) folded.push(fold(first, emptyCount(end - at)));
    else folded.push(...items.slice(at, end));
    at = end;
  }
  return folded;
}
