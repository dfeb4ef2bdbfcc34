import { realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * Does something while no other process does the same for this file. Waits some twenty seconds for
 * its turn, then rejects with the code ELOCKED. A lock left by a process that was killed counts ten
 * seconds. The folder must exist and be writable; the file need not exist.
 */
export async function withLock<Result>(
  file: string,
  action: () => Promise<Result>,
): Promise<Result> {
  const { lock } = await import("proper-lockfile");
  // The lock stands beside the file; one folder reached by two names must give one lock.
  const place = join(await realpath(dirname(file)), basename(file));
  const release = await lock(place, {
    realpath: false,
    stale: 10_000,
    retries: { retries: 150, minTimeout: 10, maxTimeout: 200, factor: 1.2, randomize: true },
    // After a sleep of the machine another may hold the lock; the default would end the process.
    onCompromised: () => {},
  });
  try {
    return await action();
  } finally {
    await release().catch(() => {});
  }
}
