/** Time, passed in so that tests and replays can own it. */
export interface Clock {
  /** Milliseconds that only grow. */
  now(): number;
  /** Wall time, ISO 8601. */
  date(): string;
  /** Calls back after a while; the answer cancels it. */
  after(ms: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => new Date().toISOString(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
