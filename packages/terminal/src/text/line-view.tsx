import { Text } from "ink";
import type { StyledLine } from "./styled-line.ts";

/** A line that was wrapped before: it never takes more than one row. */
export function LineView({ line }: { readonly line: StyledLine }) {
  const isEmpty = line.every(({ text }) => text === "");
  return (
    <Text wrap="truncate">
      {isEmpty
        ? " "
        : line.map(({ text, dim, strike, keepsEnd: _, isPadding: __, ...style }, index) => (
            <Text
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line have no other identity
              key={index}
              {...style}
              dimColor={dim ?? false}
              strikethrough={strike ?? false}
            >
              {text}
            </Text>
          ))}
    </Text>
  );
}
