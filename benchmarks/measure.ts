/** The median. */
export const median = (values: readonly number[]): number => percentile(values, 50);

/** The value that the given percentage of all values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = Math.ceil((percent / 100) * sorted.length) - 1;
  return sorted[Math.max(at, 0)] ?? Number.NaN;
}

/** The difference of each value from the one measured just before it. */
export const differences = (
  values: readonly number[],
  baseline: readonly number[],
): readonly number[] => values.map((value, index) => value - (baseline[index] ?? Number.NaN));

/** Takes the samples in turn, over and over, so that other load on the machine affects all of them alike. */
export async function interleave<Name extends string, Sample>(
  rounds: number,
  takers: Readonly<Record<Name, () => Sample | Promise<Sample>>>,
): Promise<Record<Name, Sample[]>> {
  const names = Object.keys(takers) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as Sample[]]));
  for (let round = 0; round < rounds; round++)
    for (const name of names) samples[name]?.push(await takers[name]());
  return samples as Record<Name, Sample[]>;
}

/** How long a piece of work takes, in milliseconds. */
export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** One line of a table: a name, then a figure below each heading. */
export type Row = readonly [name: string, ...figures: readonly (number | string)[]];

/** Prints figures below headings. */
export function printTable(title: string, headings: readonly string[], rows: readonly Row[]): void {
  const cells = rows.map(([name, ...figures]) => [
    name,
    ...figures.map((figure) => (typeof figure === "number" ? figure.toFixed(1) : figure)),
  ]);
  const lines = [[title, ...headings], ...cells];
  const width = (column: number) => Math.max(...lines.map((line) => line[column]?.length ?? 0));
  for (const [first = "", ...rest] of lines) {
    const figures = rest.map((cell, index) => cell.padStart(width(index + 1)));
    console.log([first.padEnd(width(0)), ...figures].join("   "));
  }
  console.log();
}
