import stringWidth from "string-width";
import type { Span, StyledLine } from "./styled-line.ts";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const tabWidth = 4;

/** One character as the user sees it, with its style. */
export interface Cell {
  readonly text: string;
  readonly width: number;
  readonly span: Span;
}

/**
 * A line as rows that are no wider than `columns`. It is broken at a space where that is possible, else anywhere.
 * Further rows begin with `indent` spaces, or with a text.
 */
export function wrapLine(
  line: StyledLine,
  columns: number,
  indent: number | Span = 0,
): readonly StyledLine[] {
  const limit = Math.max(1, columns);
  if (isShort(line, limit)) return [line];
  const margin = marginOf(indent, limit);
  const inset = margin.reduce((sum, { text }) => sum + text.length, 0);
  const cells = cellsOf(line, limit);
  const rows: StyledLine[] = [];
  let start = 0;
  do {
    const end = rowEnd(cells, start, rows.length === 0 ? limit : limit - inset);
    const row = spansOf(cells.slice(start, end));
    rows.push(rows.length === 0 ? row : [...margin, ...row]);
    start = end < cells.length && cells[end]?.text === " " ? end + 1 : end;
  } while (start < cells.length);
  return rows;
}

/** A wide character still fits beside a text; spaces leave room for words. */
function marginOf(indent: number | Span, limit: number): StyledLine {
  if (typeof indent === "object") return limit - indent.text.length < 2 ? [] : [indent];
  const inset = Math.min(indent, Math.max(0, limit - 10));
  return inset === 0 ? [] : [{ text: " ".repeat(inset) }];
}

/** Begins each row of a text of others. */
export const bar: Span = { text: "│ ", dim: true };

/** The same; further rows are indented like the first, and have its bar. */
export function wrapBody(line: StyledLine, columns: number): readonly StyledLine[] {
  const [first, ...rest] = line;
  if (first === bar) return wrapBody(rest, columns - bar.text.length).map((row) => [bar, ...row]);
  const text = line.map((span) => span.text).join("");
  return wrapLine(line, columns, text.length - text.trimStart().length);
}

/** The beginning of a line, in one row; `…` says that it goes on. */
export function cutRow(line: StyledLine, columns: number): StyledLine {
  const limit = Math.max(1, columns);
  const cells = cellsOf(line, limit);
  let width = 0;
  const end = cells.findIndex((cell) => {
    width += cell.width;
    return width > limit;
  });
  if (end === -1) return spansOf(cells);
  let kept = end;
  for (let room = limit - 1; kept > 0 && widthOf(cells.slice(0, kept)) > room; ) kept--;
  return [...spansOf(cells.slice(0, kept)), { text: "…", dim: true }];
}

const widthOf = (cells: readonly Cell[]): number =>
  cells.reduce((sum, { width }) => sum + width, 0);

/** Most lines are: they need no look at each character. */
function isShort(line: StyledLine, limit: number): boolean {
  let length = 0;
  for (const { text } of line) {
    length += text.length;
    if (length > limit || !/^[ -~]*$/.test(text)) return false;
  }
  return true;
}

/** Tabs become spaces: how far a terminal jumps depends on the column. */
export function cellsOf(line: StyledLine, limit: number): readonly Cell[] {
  return line.flatMap((span) =>
    [...graphemes.segment(span.text.replaceAll("\t", " ".repeat(tabWidth)))].map(({ segment }) => {
      const width = stringWidth(segment);
      return width > limit ? { text: "?", width: 1, span } : { text: segment, width, span };
    }),
  );
}

/** Where the row that begins at `start` ends: before the last space that fits, unless no word would be broken. */
function rowEnd(cells: readonly Cell[], start: number, room: number): number {
  let width = 0;
  let end = start;
  let space = -1;
  let hasWord = false;
  for (; end < cells.length; end++) {
    const { text, width: more } = cells[end] as Cell;
    if (text === " " && hasWord) space = end;
    if (width + more > room && end > start) break;
    if (text !== " ") hasWord = true;
    width += more;
  }
  return end === cells.length || space === -1 ? end : space;
}

export function spansOf(cells: readonly Cell[]): StyledLine {
  const spans: { text: string; span: Span }[] = [];
  for (const { text, span } of cells) {
    const last = spans.at(-1);
    if (last?.span === span) last.text += text;
    else spans.push({ text, span });
  }
  return spans.map(({ text, span }) => ({ ...span, text }));
}
