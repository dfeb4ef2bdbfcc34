import { columnsOf } from "../input/graphemes.ts";

const between = " · ";

/** What keys do, on as many rows as that needs; a row ends between two of the parts. */
export function keyRows(parts: readonly string[], columns: number): readonly string[] {
  const rows: string[] = [];
  for (const part of parts) {
    const last = rows.at(-1);
    const joined = `${last ?? ""}${between}${part}`;
    if (last === undefined || columnsOf(joined) > columns) rows.push(part);
    else rows[rows.length - 1] = joined;
  }
  return rows;
}
