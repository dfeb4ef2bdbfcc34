/** Runs work, but not more than `size` pieces at the same time; the rest waits in order. */
export function inPool(size: number) {
  const waiting: (() => void)[] = [];
  let free = Math.max(1, size);
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
