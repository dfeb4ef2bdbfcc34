import { setTimeout as delay } from "node:timers/promises";

const lookMs = 25;

/** What is still wrong when the time is over. */
export async function settled(
  difference: () => Promise<string | undefined>,
  limitMs: number,
): Promise<string | undefined> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const isLate = performance.now() > deadline;
    const found = await difference();
    if (found === undefined || isLate) return found;
    await delay(lookMs);
  }
}
