import { Text } from "ink";

/** The last lines of a view: what keys do (`keyRows`). */
export const KeyLines = ({ rows }: { readonly rows: readonly string[] }) =>
  rows.map((row) => (
    <Text key={row} dimColor wrap="truncate-end">
      {row}
    </Text>
  ));
