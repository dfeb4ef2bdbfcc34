import { visibleText } from "@snaphook/protocol";
import type { Span, StyledLine } from "../text/styled-line.ts";

type Style = Omit<Span, "text">;

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
