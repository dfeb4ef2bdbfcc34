import { Box, Text, useInput } from "ink";
import { useState } from "react";
import { inRow } from "./in-row.ts";
import { moved } from "./moved.ts";

/** Lines that scroll inside the room that there is. */
export function ScrolledLines({
  lines,
  height,
}: {
  readonly lines: readonly string[];
  readonly height: number;
}) {
  const [position, setPosition] = useState(0);
  const single = lines.flatMap((line) => line.split("\n"));
  const last = Math.max(0, single.length - height);
  const top = Math.min(position, last);
  useInput((_text, key) => setPosition(moved(top, { last, page: height }, key) ?? top));
  return (
    <Box flexDirection="column">
      {single.slice(top, top + height).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
        <Text key={top + index} wrap="truncate-end">
          {inRow(line) || " "}
        </Text>
      ))}
    </Box>
  );
}
