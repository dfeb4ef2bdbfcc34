import { inLine } from "@snaphook/protocol";
import { nextBoundary } from "../input/graphemes.ts";
import { fitLine } from "../text/fit-line.ts";
import { line, type StyledLine } from "../text/styled-line.ts";
import { wrapLine } from "../text/wrap-line.ts";
import type { Page, PageKey, PageRow } from "./page.ts";

interface Size {
  readonly columns: number;
  /** The terminal's; the page takes one less, because Ink clears the whole terminal otherwise. */
  readonly rows: number;
}

interface Position {
  readonly cursor: number;
  /** A line at the bottom: what happened, or what runs now. */
  readonly message: StyledLine | undefined;
}

/** A row at which the cursor can stop. Its lines are made only if they are shown: a list can be long. */
interface Stop {
  readonly row: PageRow;
  readonly height: number;
  lines(): readonly StyledLine[];
}

const marker = 2;

/** The rows of a page at a width. A row with an action is one stop; a text is as many as it has lines, so that it can be read. */
function stopsOf(page: Page, columns: number): readonly Stop[] {
  const width = Math.max(1, columns - (hasActions(page) ? marker : 0));
  return page.rows.flatMap((row): readonly Stop[] => {
    const own = [row.line, ...(row.more ?? [])];
    if (row.action !== undefined)
      return [{ row, height: own.length, lines: () => own.map((one) => fitLine(one, width)) }];
    const wrapped = own.flatMap((text) => wrapLine(text, width, 4));
    return wrapped.map((one) => ({ row, height: 1, lines: () => [one] }));
  });
}

const hasActions = ({ rows }: Page): boolean => rows.some(({ action }) => action !== undefined);

/** The row with the cursor. */
export const rowAt = (page: Page, columns: number, cursor: number): PageRow | undefined =>
  stopsOf(page, columns)[clampCursor(page, columns, cursor)]?.row;

export const clampCursor = (page: Page, columns: number, cursor: number): number =>
  Math.max(0, Math.min(stopsOf(page, columns).length - 1, cursor));

/** A page as lines that fit: none is wider than the screen, and there are at most `rows - 1`. */
export function layoutPage(page: Page, { columns, rows }: Size, position: Position) {
  const room = Math.max(1, rows - 1);
  const head = [
    ...titleLines(page.title, columns),
    ...page.head.flatMap((one) => wrapLine(one, columns, 2)).slice(0, Math.floor(room / 3)),
    ...(page.field ? fieldLines(page.field, columns, Math.floor(room / 3)) : []),
  ].slice(0, room);
  const foot = [
    ...(position.message ? wrapLine(position.message, columns, 2).slice(0, 3) : []),
    ...wrapLine(line(hintOf(page), { dim: true }), columns).slice(0, 3),
  ].slice(0, Math.max(0, room - head.length - 1));
  const height = room - head.length - foot.length;
  return [...head, ...windowOf(page, columns, height, position.cursor), ...foot];
}

/** A title has up to three lines. */
function titleLines(title: string, columns: number): readonly StyledLine[] {
  const whole = line(title, { bold: true });
  const [first = [], ...more] = wrapLine(whole, columns, 2);
  if (more.length <= 2) return [first, ...more];
  return [fitLine([{ text: title, bold: true, keepsEnd: true }], columns)];
}

/** As many lines of the rows as there is room for, with the cursor among them. */
function windowOf(
  page: Page,
  columns: number,
  height: number,
  wanted: number,
): readonly StyledLine[] {
  if (height <= 0) return [];
  const stops = stopsOf(page, columns);
  const cursor = Math.max(0, Math.min(stops.length - 1, wanted));
  const isMenu = hasActions(page);
  const total = heightOf(stops);
  const middle = heightOf(stops.slice(0, cursor)) - (isMenu ? Math.floor(height / 2) : 0);
  const start = Math.max(0, Math.min(total - height, middle));
  let top = 0;
  return stops.flatMap(({ height: own, lines }, index) => {
    const first = top;
    top += own;
    if (top <= start || first >= start + height) return [];
    const shown = isMenu
      ? lines().map((one, at) => marked(one, index === cursor, at === 0))
      : lines();
    return shown.slice(Math.max(0, start - first), start + height - first);
  });
}

const heightOf = (stops: readonly Stop[]): number =>
  stops.reduce((sum, { height }) => sum + height, 0);

/** The cursor is visible without colours. */
const marked = (one: StyledLine, isHere: boolean, isFirst: boolean): StyledLine => [
  { text: isHere && isFirst ? "> " : "  " },
  ...(isHere && isFirst ? one.map((span) => ({ ...span, bold: true })) : one),
];

/** What the user types, with a cursor; of a long text the part around the cursor. */
function fieldLines(
  { label, text, cursor }: NonNullable<Page["field"]>,
  columns: number,
  most: number,
): readonly StyledLine[] {
  const end = nextBoundary(text, cursor);
  const whole: StyledLine = [
    { text: `${label}: ` },
    { text: inLine(text.slice(0, cursor)) },
    { text: inLine(text.slice(cursor, end)) || " ", inverse: true },
    { text: inLine(text.slice(end)) },
  ];
  const rows = wrapLine(whole, columns);
  const withCursor = rows.findIndex((row) => row.some(({ inverse }) => inverse));
  const height = Math.max(1, most);
  const start = Math.max(0, Math.min(rows.length - height, withCursor - height + 1));
  return rows.slice(start, start + height);
}

function hintOf({ keys, field, rows }: Page): string {
  const own = keys.flatMap(({ key, label }: PageKey) =>
    label === undefined ? [] : `${key} ${label}`,
  );
  const enter = field
    ? ["Enter continues"]
    : rows.some(({ action }) => action)
      ? ["Enter chooses"]
      : [];
  return [...enter, ...own, "Esc back"].join(" · ");
}
