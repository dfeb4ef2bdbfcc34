import { visibleText } from "@snaphook/protocol";
import { columnsOf, graphemesOf } from "./graphemes.ts";

/** A line of the screen: a part of the text as it is shown. */
interface Row {
  readonly shown: string;
  readonly cells: readonly Cell[];
  /** Where the cursor is when it is behind the last cell. */
  readonly end: number;
}

interface Cell {
  /** Index in the text. */
  readonly at: number;
  readonly column: number;
}

/** A text in lines of the screen, and the cursor in them. */
export interface WrappedText {
  readonly rows: readonly Row[];
  readonly cursor: { readonly row: number; readonly column: number };
}

interface WrapOptions {
  readonly cursor: number;
  /** No row is wider. */
  readonly columns: number;
  /** What is shown instead of a character; undefined: the character. */
  readonly labelOf?: (grapheme: string) => string | undefined;
}

/** Every line end and every full row begins a new one. The cursor may be one column behind a full row. */
export function wrapText(text: string, { cursor, columns, labelOf }: WrapOptions): WrappedText {
  const rows: Row[] = [];
  let row: { shown: string; cells: Cell[]; width: number } = { shown: "", cells: [], width: 0 };
  let place = { row: 0, column: 0 };
  const endRow = (end: number) => {
    rows.push({ shown: row.shown, cells: row.cells, end });
    row = { shown: "", cells: [], width: 0 };
  };
  for (const { text: grapheme, start } of graphemesOf(text)) {
    const isLineEnd = grapheme === "\n";
    const shown = isLineEnd ? "" : fitting(shownAs(grapheme, labelOf), columns);
    const width = columnsOf(shown);
    if (row.width + width > columns) endRow(row.cells.at(-1)?.at ?? start);
    if (start === cursor) place = { row: rows.length, column: row.width };
    if (isLineEnd) endRow(start);
    else {
      row.cells.push({ at: start, column: row.width });
      row.shown += shown;
      row.width += width;
    }
  }
  if (cursor >= text.length) place = { row: rows.length, column: row.width };
  endRow(text.length);
  return { rows, cursor: place };
}

const shownAs = (grapheme: string, labelOf: WrapOptions["labelOf"]): string =>
  labelOf?.(grapheme) ?? (grapheme === "\t" ? "    " : visibleText(grapheme));

/** A label in a very narrow terminal is cut. */
function fitting(shown: string, columns: number): string {
  if (columnsOf(shown) <= columns) return shown;
  let [cut, width] = ["", 0];
  for (const { text } of graphemesOf(shown)) {
    width += columnsOf(text);
    if (width > columns) break;
    cut += text;
  }
  return cut;
}

/** Where the cursor is one row above or below, in the same column if possible; undefined: there is no such row. */
export function cursorInRow({ rows, cursor }: WrappedText, by: 1 | -1): number | undefined {
  const row = rows[cursor.row + by];
  if (!row) return undefined;
  const cell = row.cells.findLast(({ column }) => column <= cursor.column);
  const isBehind = cell === row.cells.at(-1) && columnsOf(row.shown) <= cursor.column;
  return cell === undefined || isBehind ? row.end : cell.at;
}

/** The rows that are shown when there is no space for all: those around the cursor. */
export function rowsAroundCursor({ rows, cursor }: WrappedText, most: number) {
  const first = Math.max(0, Math.min(cursor.row - Math.floor(most / 2), rows.length - most));
  return { first, rows: rows.slice(first, first + most), hasMore: first + most < rows.length };
}
