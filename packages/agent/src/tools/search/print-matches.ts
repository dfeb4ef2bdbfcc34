import { firstCharacters } from "../../long-text/ends-of-text.ts";
import { printedName } from "./odd-names.ts";
import type { FileMatches, MatchedLine } from "./search-request.ts";

interface Printing {
  readonly numbers: boolean;
  /** Lines around those that match are shown: gaps between them are marked. */
  readonly hasContext: boolean;
}

const maxLineLength = 500;

/** Prints matching lines as `file:12:text`, and the lines around them as `file-13-text`. */
export function printMatches(files: readonly FileMatches[], printing: Printing): readonly string[] {
  const printed: string[] = [];
  for (const { path, lines } of files) {
    let last: number | undefined;
    for (const line of lines) {
      const isGap = last === undefined ? printed.length > 0 : line.number > last + 1;
      if (printing.hasContext && isGap) printed.push("--");
      printed.push(printLine(printedName(path), line, printing.numbers));
      last = line.number;
    }
  }
  return printed;
}

function printLine(path: string, { number, text, isMatch }: MatchedLine, numbers: boolean): string {
  const mark = isMatch ? ":" : "-";
  const shown = text.length > maxLineLength ? `${firstCharacters(text, maxLineLength)}…` : text;
  return `${path}${mark}${numbers ? `${number}${mark}` : ""}${shown}`;
}
