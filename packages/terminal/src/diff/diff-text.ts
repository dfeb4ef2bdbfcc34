import { inLine } from "@snaphook/protocol";
import { foldEmpty, isBlank, shortRuns } from "../text/short-blanks.ts";
import type { StyledLine } from "../text/styled-line.ts";
import { type DiffLine, diffLines } from "./diff-lines.ts";

/** What is different between two texts, as lines to show. */
export const changedText = (before: string, after: string): readonly StyledLine[] =>
  diffText(diffLines(before, after));

/** A difference as lines to show: number, sign, text. The signs say it all without colours too. */
export function diffText(lines: readonly DiffLine[]): readonly StyledLine[] {
  const last = Math.max(0, ...lines.map(({ before = 0, after = 0 }) => Math.max(before, after)));
  const width = String(last).length;
  const shown = foldEmpty(
    lines,
    ({ sign, text }) => (isBlank(text) && sign !== "…" ? sign : undefined),
    (first, text) => ({ ...first, text }),
  );
  return shown.map(({ sign, text, before, after }): StyledLine => {
    if (sign === "…") return [{ text: `${"".padStart(width)} …`, dim: true }];
    const number = String(after ?? before).padStart(width);
    const color = colors[sign];
    return [
      { text: `${number} `, dim: true },
      { text: `${sign} ${inLine(shortRuns(text))}`, ...(color && { color }) },
    ];
  });
}

const colors = { " ": undefined, "-": "red", "+": "green" } as const;
