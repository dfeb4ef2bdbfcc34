import type { StyledLine } from "./styled-line.ts";
import { type Cell, cellsOf, spansOf, wrapLine } from "./wrap-line.ts";

/** A text that keeps its end gets at least so much room; with less, the line is cut at its end. */
const leastRoom = 12;

/** A line that is cut where it does not fit, with a mark: `on  [Project] …/hooks/guard.sh`. */
export function fitLine(line: StyledLine, columns: number): StyledLine {
  const [whole = [], ...more] = wrapLine(line, columns);
  if (more.length === 0) return whole;
  const cells = cellsOf(line, columns);
  const first = cells.findIndex(({ span }) => span.keepsEnd);
  const last = cells.findLastIndex(({ span }) => span.keepsEnd);
  const room = columns - widthOf(cells.slice(0, Math.max(0, first)));
  const kept = cells.slice(Math.max(0, first), last + 1);
  if (first === -1 || room < leastRoom || widthOf(kept) <= room) return cutEnd(cells, columns);
  return spansOf([...cells.slice(0, first), ...cutStart(kept, room)]);
}

const widthOf = (cells: readonly Cell[]): number =>
  cells.reduce((sum, { width }) => sum + width, 0);

const cutEnd = (cells: readonly Cell[], columns: number): StyledLine =>
  columns < 3
    ? spansOf(cells.slice(0, fitting(cells, columns)))
    : [...spansOf(cells.slice(0, fitting(cells, columns - 1))), { text: "…" }];

function cutStart(cells: readonly Cell[], room: number): readonly Cell[] {
  const kept = fitting(cells.toReversed(), room - 1);
  const end = cells.slice(cells.length - kept);
  const [first] = cells;
  return first ? [{ ...first, text: "…", width: 1 }, ...end] : end;
}

/** How many cells fit. */
function fitting(cells: readonly Cell[], columns: number): number {
  let width = 0;
  const over = cells.findIndex((cell) => {
    width += cell.width;
    return width > columns;
  });
  return over === -1 ? cells.length : over;
}
