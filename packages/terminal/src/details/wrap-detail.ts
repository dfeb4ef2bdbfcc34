import type { Span, StyledLine } from "../text/styled-line.ts";
import { wrapLine } from "../text/wrap-line.ts";

/** What `textLines` begins with. */
const isMargin = ({ text }: Span): boolean => /^ *\| $/.test(text);

/** Begins the further rows of a line of ours, which may contain a text of others. */
const further: Span = { text: "      | ", dim: true };

/** A line of the details as rows. Each row of a text of others has its margin, so that none looks like a line of ours. */
export function wrapDetail(line: StyledLine, columns: number): readonly StyledLine[] {
  const [first, ...rest] = line;
  if (!first || rest.length === 0 || !isMargin(first)) return wrapLine(line, columns, further);
  return wrapLine(rest, columns - first.text.length).map((row) => [first, ...row]);
}
