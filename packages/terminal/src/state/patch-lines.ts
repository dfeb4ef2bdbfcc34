import type { DiffLine } from "../diff/diff-lines.ts";

interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly string[];
}

/** The hunks of a tool's response as lines of a difference; a hook may have replaced the response by anything. */
export function patchLines(patch: unknown): readonly DiffLine[] {
  if (!Array.isArray(patch) || !patch.every(isHunk)) return [];
  return patch.flatMap((hunk, index) => [
    ...(index > 0 ? [{ sign: "…", text: "" } as const] : []),
    ...hunkLines(hunk),
  ]);
}

function isHunk(value: unknown): value is Hunk {
  const { oldStart, newStart, lines } = (value ?? {}) as Partial<Hunk>;
  return (
    typeof oldStart === "number" &&
    typeof newStart === "number" &&
    Array.isArray(lines) &&
    lines.every((line) => typeof line === "string")
  );
}

function hunkLines({ oldStart, newStart, lines }: Hunk): readonly DiffLine[] {
  let [before, after] = [oldStart, newStart];
  return lines.map((line) => {
    const sign = line[0];
    const text = line.slice(1);
    if (sign === "-") return { sign, text, before: before++ };
    if (sign === "+") return { sign, text, after: after++ };
    return { sign: " ", text, before: before++, after: after++ };
  });
}
