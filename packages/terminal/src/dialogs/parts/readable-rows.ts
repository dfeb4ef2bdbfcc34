import { shortLines } from "../../text/short-blanks.ts";
import type { StyledLine } from "../../text/styled-line.ts";
import { wrapBody } from "../../text/wrap-line.ts";
import type { DialogRows } from "./layout.ts";

/** What a question is about, as rows. Blanks cannot push a part of it out of sight: long runs of them are a count. */
export const bodyRows = (body: readonly StyledLine[], columns: number): readonly StyledLine[] =>
  shortLines(body).flatMap((one) => wrapBody(one, columns));

/** The answers, which may contain texts of others too. */
export function footerRows({
  footer,
  selected,
}: Pick<DialogRows, "footer" | "selected">): Pick<DialogRows, "footer" | "selected"> {
  const above = shortLines(footer.slice(0, selected));
  return { footer: [...above, ...shortLines(footer.slice(selected))], selected: above.length };
}
