import { line, type StyledLine } from "../../text/styled-line.ts";
import { cutRow, wrapLine } from "../../text/wrap-line.ts";

/** What a dialog shows, as rows that fit the width. */
export interface DialogRows {
  /** What the question is about; scrolls if it does not fit. */
  readonly body: readonly StyledLine[];
  /** Rows of the body that must be visible without scrolling, or no key answers. Default: 3. */
  readonly needed?: number;
  /** The answers, always visible. */
  readonly footer: readonly StyledLine[];
  /** The row of the footer that must be visible. */
  readonly selected: number;
  /** The answers in fewer rows, for a screen on which the footer would hide the body. */
  readonly short?: { readonly footer: readonly StyledLine[]; readonly selected: number };
  /** The keys that work now, below the answers. */
  readonly hint: StyledLine;
}

/** The same while keys do not answer yet: the answers are faint, and the last row says why. */
export function notYet(rows: DialogRows): DialogRows {
  const { footer, short } = rows;
  return {
    ...rows,
    footer: footer.map(faint),
    ...(short && { short: { ...short, footer: short.footer.map(faint) } }),
    hint: line("Keys work in a moment", { dim: true }),
  };
}

const faint = (row: StyledLine): StyledLine => row.map(({ text }) => ({ text, dim: true }));

const neededRows = 3;
/** Answers that are visible at the same time at least. */
const minAnswers = 3;

const tooSmall = line("Window too small to answer: make it larger, or press Esc", {
  inverse: true,
});

export interface DialogLayout {
  readonly rows: readonly StyledLine[];
  /** The first row of the body that is shown, within its bounds. */
  readonly scroll: number;
  /** How far a page scrolls. */
  readonly page: number;
  readonly maxScroll: number;
  /** Not enough of the question can be shown to answer it. */
  readonly isTooSmall: boolean;
}

/**
 * Puts the rows into a height: never more than that, and the selected answer is always there. If what the question is
 * about would not be visible, there are no answers.
 */
export function layoutDialog(
  parts: DialogRows,
  height: number,
  scroll: number,
  columns: number,
): DialogLayout {
  const footer = footerRows(parts, height, columns);
  const shown = footer ?? wrapLine(tooSmall, columns).slice(0, height);
  return { ...scrolledBody(parts.body, shown, height, scroll), isTooSmall: !footer };
}

function scrolledBody(
  body: readonly StyledLine[],
  footer: readonly StyledLine[],
  height: number,
  scroll: number,
): Omit<DialogLayout, "isTooSmall"> {
  const room = Math.max(0, height - footer.length);
  if (body.length <= room) return { rows: [...body, ...footer], scroll: 0, page: 1, maxScroll: 0 };
  const page = Math.max(0, room - 1);
  const maxScroll = Math.max(0, body.length - page);
  const from = Math.max(0, Math.min(scroll, maxScroll));
  const below = body.length - from - page;
  const rows = [
    ...body.slice(from, from + page),
    ...(room > 0 ? [scrollHint(from, below)] : []),
    ...footer,
  ];
  return { rows, scroll: from, page: Math.max(1, page - 1), maxScroll };
}

/** Rows of the body that stay visible, with the mark that there are more. */
const keptRows = ({ body, needed = neededRows }: DialogRows, more: number): number =>
  Math.min(needed + more + 1, body.length);

/** Whether all answers fit in full, with what they are about. */
export function isWhole(parts: DialogRows, height: number, columns: number): boolean {
  const { footer, hint } = parts;
  return footer.length + wrapLine(hint, columns).length <= height - keptRows(parts, 1);
}

/** The answers that fit; undefined: too few. */
function footerRows(
  parts: DialogRows,
  height: number,
  columns: number,
): readonly StyledLine[] | undefined {
  const { footer, selected, short, hint } = parts;
  if (isWhole(parts, height, columns)) return [...footer, ...wrapLine(hint, columns)];
  const { footer: rows, selected: at } = short ?? { footer, selected };
  const room = height - keptRows(parts, 0) - 1;
  if (room < Math.min(rows.length, minAnswers)) return undefined;
  return [...windowAround(rows, at, room), cutRow(hint, columns)];
}

const scrollHint = (above: number, below: number): StyledLine =>
  line(
    `${above > 0 ? `↑ ${above}` : ""}${above > 0 && below > 0 ? "  " : ""}${below > 0 ? `↓ ${below} more` : ""}  PgUp PgDn`.trimStart(),
    { inverse: true },
  );

function windowAround<Row>(rows: readonly Row[], selected: number, height: number): readonly Row[] {
  if (rows.length <= height) return rows;
  const from = Math.max(0, Math.min(selected - Math.floor(height / 2), rows.length - height));
  return rows.slice(from, from + height);
}
