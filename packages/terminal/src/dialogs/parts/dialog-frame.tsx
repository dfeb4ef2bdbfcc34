import { Box, useWindowSize } from "ink";
import { LineView } from "../../text/line-view.tsx";
import type { StyledLine } from "../../text/styled-line.ts";

/** Rows of the screen that are not the dialog's: the status line, hooks that run, and one that Ink needs. */
const reserved = 4;

/** The room inside the frame. */
export function useDialogSize(): { readonly columns: number; readonly height: number } {
  const { columns, rows } = useWindowSize();
  return { columns: Math.max(10, columns - 4), height: Math.max(1, rows - reserved - 2) };
}

/** A box of rows that fit it. */
export function DialogFrame({ rows }: { readonly rows: readonly StyledLine[] }) {
  const { columns } = useWindowSize();
  return (
    <Box flexDirection="column" borderStyle="round" borderColor="cyan" paddingX={1} width={columns}>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its position
        <LineView key={index} line={row} />
      ))}
    </Box>
  );
}
