/** Time; passed in, so that tests and replays can control it. */
export interface Clock {
  /** Milliseconds that only grow. */
  now(): number;
  /** Wall time, ISO 8601. */
  date(): string;
  /** Calls back after a delay; the returned function cancels it. With `idle` it does not keep the process alive. */
  after(ms: number, callback: () => void, options?: { readonly idle?: boolean }): () => void;
}

/** The longest delay of a timer; longer limits make no practical difference. */
const maxTimerMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => new Date().toISOString(),
  after(ms, callback, { idle = false } = {}) {
    const timer = setTimeout(callback, Math.min(ms, maxTimerMs));
    if (idle) timer.unref();
    return () => clearTimeout(timer);
  },
};
