import { Box } from "ink";
import { LineView } from "./line-view.tsx";
import type { StyledLine } from "./styled-line.ts";

/** Lines that were wrapped before, one under the other. */
export function LinesView({ lines }: { readonly lines: readonly StyledLine[] }) {
  return (
    <Box flexDirection="column">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
        <LineView key={index} line={line} />
      ))}
    </Box>
  );
}
