import type { Clock } from "../../clock.ts";

/**
 * Calls back after a while, but not before everything that had arrived by then
 * was read: the delay of a busy host is not the hook's, and must not cost its
 * answer. The answer of this function cancels it.
 */
export function afterReading(clock: Clock, ms: number, callback: () => void): () => void {
  let immediate: NodeJS.Immediate | undefined;
  // Immediates follow the phase in which the event loop reads; timers go before it.
  const stop = clock.after(ms, () => {
    immediate = setImmediate(callback);
  });
  return () => {
    stop();
    clearImmediate(immediate);
  };
}
