/** A part of a file that changed, with lines around it. Lines begin with a space, `-` or `+`. */
export interface PatchHunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
}

const around = 3;
/** Above this many pairs of lines the changed part is shown as one: removed, then added. */
const maxPairs = 1_000_000;

/** The change from one text to another, as drivers show it. */
export function structuredPatch(before: string, after: string): PatchHunk[] {
  return hunksOf(changesOf(linesOf(before), linesOf(after)));
}

function linesOf(text: string): readonly string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

type Mark = " " | "-" | "+";
type Line = readonly [mark: Mark, text: string];

const marked = (mark: Mark, texts: readonly string[]): readonly Line[] =>
  texts.map((text) => [mark, text]);

function changesOf(old: readonly string[], next: readonly string[]): readonly Line[] {
  const most = Math.min(old.length, next.length);
  let head = 0;
  while (head < most && old[head] === next[head]) head++;
  let tail = 0;
  while (tail < most - head && old[old.length - 1 - tail] === next[next.length - 1 - tail]) tail++;
  const removed = old.slice(head, old.length - tail);
  const added = next.slice(head, next.length - tail);
  return [
    ...marked(" ", old.slice(0, head)),
    ...(removed.length * added.length > maxPairs
      ? [...marked("-", removed), ...marked("+", added)]
      : aligned(removed, added)),
    ...marked(" ", old.slice(old.length - tail)),
  ];
}

/** Keeps as many lines as possible. */
function aligned(old: readonly string[], next: readonly string[]): readonly Line[] {
  const keptFrom = commonLines(old, next);
  const lines: Line[] = [];
  let [row, column] = [0, 0];
  while (row < old.length && column < next.length) {
    const [before = "", after = ""] = [old[row], next[column]];
    const isKept = before === after;
    const isRemoved = !isKept && keptFrom(row + 1, column) >= keptFrom(row, column + 1);
    lines.push(isKept ? [" ", before] : isRemoved ? ["-", before] : ["+", after]);
    if (isKept || isRemoved) row++;
    if (!isRemoved) column++;
  }
  return [...lines, ...marked("-", old.slice(row)), ...marked("+", next.slice(column))];
}

/** How many lines can be kept from two places on (longest common subsequence). */
function commonLines(old: readonly string[], next: readonly string[]) {
  const width = next.length + 1;
  const kept = new Uint32Array((old.length + 1) * width);
  const at = (row: number, column: number): number => kept[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--)
    for (let column = next.length - 1; column >= 0; column--)
      kept[row * width + column] =
        old[row] === next[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  return at;
}

function hunksOf(lines: readonly Line[]): PatchHunk[] {
  const changed = lines.flatMap(([mark], index) => (mark === " " ? [] : [index]));
  const ranges: { from: number; to: number }[] = [];
  for (const index of changed) {
    const last = ranges.at(-1);
    if (last && index - last.to <= 2 * around) last.to = index + 1;
    else ranges.push({ from: index, to: index + 1 });
  }
  return ranges.map(({ from, to }) => {
    const [start, end] = [Math.max(0, from - around), Math.min(lines.length, to + around)];
    const [before, part] = [lines.slice(0, start), lines.slice(start, end)];
    const [oldLines, newLines] = [count(part, "+"), count(part, "-")];
    return {
      oldStart: count(before, "+") + (oldLines === 0 ? 0 : 1),
      oldLines,
      newStart: count(before, "-") + (newLines === 0 ? 0 : 1),
      newLines,
      lines: part.map(([mark, text]) => `${mark}${text}`),
    };
  });
}

/** How many lines have another mark than this. */
const count = (lines: readonly Line[], without: Mark): number =>
  lines.filter(([mark]) => mark !== without).length;
