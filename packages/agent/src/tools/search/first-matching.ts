/** The first values that pass a test, which is asked only until there are enough. */
export function firstMatching<Value>(
  values: readonly Value[],
  count: number,
  passes: (value: Value) => boolean,
): readonly Value[] {
  const found: Value[] = [];
  for (const value of values) {
    if (found.length >= count) break;
    if (passes(value)) found.push(value);
  }
  return found;
}
