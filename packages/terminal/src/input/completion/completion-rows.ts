import { columnsOf } from "../graphemes.ts";
import type { Completion } from "./complete.ts";

export interface CompletionRow {
  readonly label: string;
  readonly description: string;
  readonly isChosen: boolean;
}

const mostLabelColumns = 40;

/** The proposals around the chosen one; descriptions begin in the same column. */
export function completionRows(
  { proposals, chosen }: Completion,
  { columns, mostRows }: { readonly columns: number; readonly mostRows: number },
): readonly CompletionRow[] {
  const first = Math.max(
    0,
    Math.min(chosen - Math.floor(mostRows / 2), proposals.length - mostRows),
  );
  const shown = proposals.slice(first, first + mostRows);
  const widest = Math.max(0, ...shown.map(({ label }) => columnsOf(label)));
  const width = Math.min(widest, mostLabelColumns, Math.max(0, columns - 4));
  return shown.map(({ label, description }, index) => ({
    label: description === "" ? label : label + " ".repeat(Math.max(0, width - columnsOf(label))),
    description: description === "" ? "" : `  ${description}`,
    isChosen: first + index === chosen,
  }));
}
