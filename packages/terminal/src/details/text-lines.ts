import { visibleText } from "@snaphook/protocol";
import type { Span, StyledLine } from "../text/styled-line.ts";

type Style = Omit<Span, "text">;

/** A line of ours with a text of others in it: what follows its first line has a margin. */
export const mixedTextLines = (text: string, indent = ""): readonly StyledLine[] =>
  visibleText(text)
    .replace(/\n$/, "")
    .split("\n")
    .map((row, index) =>
      index === 0
        ? [{ text: `${indent}${row}` }]
        : [{ text: `${indent}| `, dim: true }, { text: row }],
    );

/** The lines of a text of others, each behind a margin that no line of ours has. */
export const textLines = (
  text: string,
  style: Style = {},
  margin = "    | ",
): readonly StyledLine[] =>
  visibleText(text)
    .replace(/\n$/, "")
    .split("\n")
    .map((row) => [
      { text: margin, dim: true },
      { text: row, ...style },
    ]);
