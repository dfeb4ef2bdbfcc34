import type { EntryContent } from "../state/entry.ts";
import { LinesView } from "../text/lines-view.tsx";
import { entryLines } from "./entry-lines.ts";

/** A complete part of the conversation. */
export function EntryView({
  entry,
  columns,
}: {
  readonly entry: EntryContent;
  readonly columns: number;
}) {
  return <LinesView lines={entryLines(entry, columns)} />;
}
