import type { Clock } from "@snaphook/engine/internal";

/** Waits for a while by a clock; rejects with the signal's reason when it is aborted. */
export function wait(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const stop = () => {
      cancel();
      reject(signal.reason);
    };
    const cancel = clock.after(ms, () => {
      signal.removeEventListener("abort", stop);
      resolve();
    });
    signal.addEventListener("abort", stop, { once: true });
  });
}
