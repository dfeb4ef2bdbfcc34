import { line, type StyledLine } from "../../text/styled-line.ts";
import { cutRow, wrapLine } from "../../text/wrap-line.ts";

/** What a dialog shows, as rows that fit the width. */
export interface DialogRows {
  /** What the question is about; scrolls if it does not fit. */
  readonly body: readonly StyledLine[];
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

/** Rows of the body that are always there: what is asked, by whom and why, two rows of what it is about, a mark. */
const minBody = 7;

export interface DialogLayout {
  readonly rows: readonly StyledLine[];
  /** The first row of the body that is shown, within its bounds. */
  readonly scroll: number;
  /** How far a page scrolls. */
  readonly page: number;
  readonly maxScroll: number;
}

/** Puts the rows into a height: never more than that, and the selected answer is always there. */
export function layoutDialog(
  parts: DialogRows,
  height: number,
  scroll: number,
  columns: number,
): DialogLayout {
  const { body } = parts;
  const shownFooter = footerRows(parts, height, columns);
  const room = Math.max(0, height - shownFooter.length);
  if (body.length <= room)
    return { rows: [...body, ...shownFooter], scroll: 0, page: 1, maxScroll: 0 };
  const page = Math.max(0, room - 1);
  const maxScroll = Math.max(0, body.length - page);
  const from = Math.max(0, Math.min(scroll, maxScroll));
  const above = from;
  const below = body.length - from - page;
  const rows = [
    ...body.slice(from, from + page),
    ...(room > 0 ? [scrollHint(above, below)] : []),
    ...shownFooter,
  ];
  return { rows, scroll: from, page: Math.max(1, page - 1), maxScroll };
}

function footerRows(
  { body, footer, selected, short, hint }: DialogRows,
  height: number,
  columns: number,
): readonly StyledLine[] {
  const whole = [...footer, ...wrapLine(hint, columns)];
  if (whole.length <= height - Math.min(minBody, body.length)) return whole;
  const room = short ? height - 2 : height - Math.min(3, body.length + 1) - 1;
  const { footer: rows, selected: at } = short ?? { footer, selected };
  const shown = windowAround(rows, at, Math.max(1, room));
  return [...shown, cutRow(hint, columns)];
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
