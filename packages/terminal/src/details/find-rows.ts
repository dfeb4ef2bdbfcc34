import type { StyledLine } from "../text/styled-line.ts";

/** The rows that contain a text, whatever its case. */
export function findRows(rows: readonly StyledLine[], text: string): readonly number[] {
  const wanted = text.toLowerCase();
  if (wanted === "") return [];
  return rows.flatMap((row, index) =>
    row
      .map((span) => span.text)
      .join("")
      .toLowerCase()
      .includes(wanted)
      ? [index]
      : [],
  );
}

/** The next row of some, after one or before it; it begins again at the end. */
export function nextRow(
  found: readonly number[],
  from: number,
  step: "next" | "previous",
): number | undefined {
  if (step === "next") return found.find((row) => row > from) ?? found[0];
  return found.findLast((row) => row < from) ?? found.at(-1);
}
