/** The middle value; `null` if there is none. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((left, right) => left - right);
  const [low, high] = [Math.floor((sorted.length - 1) / 2), Math.floor(sorted.length / 2)];
  const [first, second] = [sorted[low], sorted[high]];
  return first === undefined || second === undefined ? null : (first + second) / 2;
}
