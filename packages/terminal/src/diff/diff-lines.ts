import { compareLines } from "@snaphook/engine/internal";

/** A line of a difference. `…` stands for unchanged lines that are not shown. Lines are counted from 1. */
export interface DiffLine {
  readonly sign: " " | "-" | "+" | "…";
  readonly text: string;
  readonly before?: number;
  readonly after?: number;
}

/** The changed lines of two texts, with some unchanged lines around them; empty if the texts are the same. */
export function diffLines(before: string, after: string, context = 3): readonly DiffLine[] {
  const all = numbered(before, after);
  const isNear = nearChanges(all, context);
  return all.flatMap((line, index) => {
    if (isNear[index]) return [line];
    const isFirstOfGap = index > 0 && isNear[index - 1];
    const isFollowed = isNear.indexOf(true, index) !== -1;
    return isFirstOfGap && isFollowed ? [{ sign: "…", text: "" } as const] : [];
  });
}

/** An empty text has no lines; the end of the last line is not a line. */
const linesOf = (text: string): readonly string[] =>
  text === "" ? [] : text.replace(/\n$/, "").split("\n");

function numbered(before: string, after: string): readonly DiffLine[] {
  let [old, now] = [0, 0];
  return compareLines(linesOf(before), linesOf(after)).map(({ sign, line }) => {
    if (sign !== "+") old++;
    if (sign !== "-") now++;
    return {
      sign,
      text: line,
      ...(sign !== "+" && { before: old }),
      ...(sign !== "-" && { after: now }),
    };
  });
}

function nearChanges(lines: readonly DiffLine[], context: number): readonly boolean[] {
  const near = lines.map(() => false);
  for (const [index, { sign }] of lines.entries())
    if (sign !== " ") near.fill(true, Math.max(0, index - context), index + context + 1);
  return near;
}
