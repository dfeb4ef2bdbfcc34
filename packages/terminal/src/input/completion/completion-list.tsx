import { inLine } from "@snaphook/protocol";
import { Box, Text } from "ink";
import type { Completion } from "./complete.ts";
import { completionRows } from "./completion-rows.ts";

interface CompletionListProps {
  readonly completion: Completion;
  readonly columns: number;
  readonly mostRows: number;
}

/** The ways to complete what is at the cursor. */
export function CompletionList({ completion, columns, mostRows }: CompletionListProps) {
  return (
    <Box flexDirection="column">
      {completionRows(completion, { columns, mostRows }).map(({ label, description, isChosen }) => (
        <Text key={label} wrap="truncate-end" bold={isChosen} inverse={isChosen}>
          {isChosen ? "› " : "  "}
          {inLine(label)}
          <Text dimColor={!isChosen}>{inLine(description)}</Text>
        </Text>
      ))}
    </Box>
  );
}
