import stringWidth from "string-width";
import type { Span, StyledLine } from "../text/styled-line.ts";
import { wrapLine } from "../text/wrap-line.ts";
import { inlineSpans } from "./inline-spans.ts";

type Align = "left" | "right" | "center";

export interface Table {
  readonly align: readonly Align[];
  /** The first row is the heading. */
  readonly rows: readonly (readonly string[])[];
  /** How many lines of the text it takes. */
  readonly sourceLines: number;
}

const separator = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

/** The table that begins at this line, if one does. */
export function tableRows(source: readonly string[], at: number): Table | undefined {
  const [first = "", second = ""] = source.slice(at, at + 2);
  if (!first.includes("|") || !second.includes("|") || !separator.test(second)) return undefined;
  const heading = cellsOf(first);
  const align = cellsOf(second).map(alignOf);
  if (heading.length !== align.length) return undefined;
  const rest = source.slice(at + 2);
  const end = rest.findIndex((text) => !text.includes("|"));
  const body = end < 0 ? rest : rest.slice(0, end);
  const fitted = body.map((text) => {
    const cells = cellsOf(text);
    const last = heading.length - 1;
    // Cells beyond the heading stay visible in the last column.
    return heading.map((_title, index) =>
      index === last ? cells.slice(last).join(" | ") : (cells[index] ?? ""),
    );
  });
  return { align, rows: [heading, ...fitted], sourceLines: 2 + body.length };
}

const cellsOf = (text: string): readonly string[] =>
  text
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));

function alignOf(cell: string): Align {
  if (!cell.endsWith(":")) return "left";
  return cell.startsWith(":") ? "center" : "right";
}

const gap = "  ";
const minWidth = 4;

/** Columns as wide as their content; if the screen is too narrow, the widest give way and their cells are wrapped. */
export function tableLines({ align, rows }: Table, columns: number): readonly StyledLine[] {
  const cells = rows.map((row, index) =>
    row.map((text) => inlineSpans(text, index === 0 ? { bold: true } : {})),
  );
  const room = columns - gap.length * (align.length - 1);
  if (room < align.length * minWidth) return listed(cells, columns);
  const widths = fitWidths(
    align.map((_align, index) => Math.max(1, ...cells.map((row) => widthOf(row[index] ?? [])))),
    room,
  );
  const ruler: StyledLine = [
    { text: widths.map((width) => "─".repeat(width)).join(gap), dim: true },
  ];
  const [heading = [], ...body] = cells.map((row) => rowLines(row, widths, align));
  return [...heading, ruler, ...body.flat()];
}

/** A table with too many columns for the screen: each cell has its line. */
const listed = (
  cells: readonly (readonly (readonly Span[])[])[],
  columns: number,
): readonly StyledLine[] => {
  const [titles = [], ...body] = cells;
  return body.flatMap((row) => [
    ...row.flatMap((cell, index) =>
      wrapLine([...(titles[index] ?? []), { text: ": " }, ...cell], columns, 2),
    ),
    [],
  ]);
};

const widthOf = (spans: StyledLine): number => stringWidth(spans.map(({ text }) => text).join(""));

function fitWidths(natural: readonly number[], room: number): readonly number[] {
  const widths = [...natural];
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  while (excess > 0) {
    const widest = widths.indexOf(Math.max(...widths));
    const others = widths.filter((_width, index) => index !== widest);
    const step = Math.max(1, Math.min(excess, (widths[widest] ?? 0) - Math.max(0, ...others)));
    widths[widest] = Math.max(1, (widths[widest] ?? 0) - step);
    excess -= step;
  }
  return widths;
}

function rowLines(
  row: readonly StyledLine[],
  widths: readonly number[],
  align: readonly Align[],
): readonly StyledLine[] {
  const wrapped = row.map((cell, index) => wrapLine(cell, widths[index] ?? 1));
  const height = Math.max(...wrapped.map(({ length }) => length));
  return Array.from({ length: height }, (_row, index) =>
    wrapped.flatMap((lines, column) => {
      const isLast = column === row.length - 1;
      const padded = pad(lines[index] ?? [], widths[column] ?? 1, align[column] ?? "left", isLast);
      return isLast ? padded : [...padded, { text: gap }];
    }),
  );
}

const padding = (width: number): Span => ({ text: " ".repeat(width), isPadding: true });

function pad(cell: StyledLine, width: number, align: Align, isLast: boolean): StyledLine {
  const room = Math.max(0, width - widthOf(cell));
  const before = align === "left" ? 0 : align === "right" ? room : Math.floor(room / 2);
  const after = isLast ? 0 : room - before;
  return [
    ...(before > 0 ? [padding(before)] : []),
    ...cell,
    ...(after > 0 ? [padding(after)] : []),
  ];
}
