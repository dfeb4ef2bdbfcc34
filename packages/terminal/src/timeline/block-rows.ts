import { line } from "../text/styled-line.ts";
import { wrapLine } from "../text/wrap-line.ts";
import { inRow } from "../views/in-row.ts";
import type { TimelineBlock } from "./timeline-log.ts";

/** Further rows of a line begin behind the names of events and hooks. */
const indent = 14;

const kept = new WeakMap<
  TimelineBlock,
  { readonly columns: number; readonly rows: readonly string[] }
>();

/** A block as rows that are no wider than `columns`. A block does not change, so its rows are made once per width. */
export function blockRows(block: TimelineBlock, columns: number): readonly string[] {
  const known = kept.get(block);
  if (known?.columns === columns) return known.rows;
  const rows = block.lines.flatMap((text) =>
    wrapLine(line(inRow(text)), columns, indent).map((row) =>
      row.map((span) => span.text).join(""),
    ),
  );
  kept.set(block, { columns, rows });
  return rows;
}
