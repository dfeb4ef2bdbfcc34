/** Time, passed in so that tests and replays can own it. */
export interface Clock {
  /** Milliseconds that only grow. */
  now(): number;
  /** Wall time, ISO 8601. */
  date(): string;
  /** Calls back after a while; the answer cancels it. With `idle` it does not keep the host from ending. */
  after(ms: number, callback: () => void, options?: { readonly idle?: boolean }): () => void;
}

/** What a timer can hold; a longer limit is none anyone would see. */
const longestTimer = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => new Date().toISOString(),
  after(ms, callback, { idle = false } = {}) {
    const timer = setTimeout(callback, Math.min(ms, longestTimer));
    if (idle) timer.unref();
    return () => clearTimeout(timer);
  },
};
