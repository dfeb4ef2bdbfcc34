/** One line of a comparison: in both texts, only before, or only after. */
export interface Edit {
  readonly sign: " " | "-" | "+";
  readonly line: string;
}

type Lines = readonly string[];

/** Above this many pairs of lines, a part is shown as replaced as a whole. */
const pairLimit = 4_000_000;

/** Turns one list of lines into another, keeping as many lines as possible. Bounded in time and memory. */
export function compareLines(before: Lines, after: Lines): readonly Edit[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return [
    ...signed(" ", before.slice(0, start)),
    ...compareMiddle(
      before.slice(start, before.length - end),
      after.slice(start, after.length - end),
    ),
    ...signed(" ", before.slice(before.length - end)),
  ];
}

function compareMiddle(before: Lines, after: Lines): readonly Edit[] {
  if (before.length * after.length > pairLimit)
    return [...signed("-", before), ...signed("+", after)];
  const shared = sharedLines(before, after);
  const edits: Edit[] = [];
  let [i, j] = [0, 0];
  while (i < before.length && j < after.length) {
    const [old = "", now = ""] = [before[i], after[j]];
    if (old === now) {
      edits.push({ sign: " ", line: old });
      i++;
      j++;
    } else if (shared(i + 1, j) >= shared(i, j + 1)) {
      edits.push({ sign: "-", line: old });
      i++;
    } else {
      edits.push({ sign: "+", line: now });
      j++;
    }
  }
  return [...edits, ...signed("-", before.slice(i)), ...signed("+", after.slice(j))];
}

/** How many lines `before` from i on and `after` from j on can keep in common (longest common subsequence). */
function sharedLines(before: Lines, after: Lines): (i: number, j: number) => number {
  const width = after.length + 1;
  const table = new Uint16Array((before.length + 1) * width);
  const shared = (i: number, j: number): number => table[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      table[i * width + j] =
        before[i] === after[j]
          ? shared(i + 1, j + 1) + 1
          : Math.max(shared(i + 1, j), shared(i, j + 1));
  return shared;
}

const signed = (sign: Edit["sign"], lines: Lines): readonly Edit[] =>
  lines.map((line) => ({ sign, line }));
