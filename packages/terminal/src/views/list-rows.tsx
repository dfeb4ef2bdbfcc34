import { Text } from "ink";
import { inRow } from "./in-row.ts";
import { windowOf } from "./window-of.ts";

export interface ListRow {
  readonly id: string;
  readonly label: string;
  readonly note?: string;
  readonly isCurrent?: boolean;
}

/** Entries of a list, as many as there is room for, each on one line; the selected one is marked without colour too. */
export function ListRows({
  rows,
  selected,
  height,
}: {
  readonly rows: readonly ListRow[];
  readonly selected: number;
  readonly height: number;
}) {
  const { start, end } = windowOf(rows.length, selected, height);
  return rows.slice(start, end).map(({ id, label, note, isCurrent }, index) => (
    <Text key={id} wrap="truncate-end" bold={start + index === selected}>
      {`${start + index === selected ? ">" : " "} ${isCurrent ? "●" : " "} ${inRow(label)}`}
      {note === undefined ? null : <Text dimColor>{`  ${inRow(note)}`}</Text>}
    </Text>
  ));
}
