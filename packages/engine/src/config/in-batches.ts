/** Files that are open at a time, well below what a process may have. */
const batchSize = 32;

/** Does the same with every item, some at a time, and keeps their order. */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  each: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += batchSize)
    results.push(...(await Promise.all(items.slice(start, start + batchSize).map(each))));
  return results;
}
