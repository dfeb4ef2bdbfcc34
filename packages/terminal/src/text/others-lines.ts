import type { StyledLine } from "./styled-line.ts";
import { bar, wrapBody, wrapLine } from "./wrap-line.ts";

/**
 * Lines of others, each with a bar at its left: no text can look like a line of ours, such as an answer of a dialog,
 * because no row of it begins where ours do. `wrapBody` repeats the bar on further rows.
 */
export const ofOthers = (lines: readonly StyledLine[]): readonly StyledLine[] =>
  lines.map((one) => [bar, ...one]);

/** The same as rows. */
export const othersLines = (lines: readonly StyledLine[], columns: number): readonly StyledLine[] =>
  ofOthers(lines).flatMap((one) => wrapBody(one, columns));

/**
 * A line of ours with a text of others in it, as rows: its first row is ours, and what follows may be theirs, wherever
 * it is broken.
 */
export const mixedLines = (
  [first = [], ...further]: readonly StyledLine[],
  columns: number,
): readonly StyledLine[] => [...wrapLine(first, columns, bar), ...othersLines(further, columns)];
