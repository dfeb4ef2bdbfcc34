import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import { type Clock, systemClock } from "@snaphook/engine/internal";
import { onTestFinished, vi } from "vitest";

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** A clock that stands still unless the test moves it: what a limit does is seen, however slow the machine is. */
export interface HeldClock extends Clock {
  /** Moves the clock on and calls back what has become due, in order, with what follows of it. */
  pass(ms: number): Promise<void>;
  /** Waits until something is to be called back after exactly so long from now. */
  awaited(ms: number): Promise<void>;
  /** How long each pending call back has to wait. */
  pending(): readonly number[];
  /** From here on time passes by itself. */
  release(): void;
}

export function heldClock(): HeldClock {
  const timers = new Set<Timer>();
  let now = 0;
  let releasedAt: number | undefined;
  const sinceRelease = () => (releasedAt === undefined ? 0 : systemClock.now() - releasedAt);
  const pending = () => [...timers].map(({ at }) => at - now).sort((a, b) => a - b);
  return {
    now: () => now + sinceRelease(),
    date: () => new Date(now + sinceRelease()).toISOString(),
    after(ms, callback, options) {
      if (releasedAt !== undefined) return systemClock.after(ms, callback, options);
      const timer = { at: now + ms, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async pass(ms) {
      const end = now + ms;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        timers.delete(next);
        now = next.at;
        next.callback();
        await turn();
      }
      now = end;
      // Whoever passes time in a loop lets others run.
      await turn();
    },
    async awaited(ms) {
      while (!pending().includes(ms)) await wait(10);
    },
    pending,
    release() {
      releasedAt = systemClock.now();
      for (const timer of timers) {
        const isWanted = () => timers.delete(timer);
        systemClock.after(timer.at - now, () => isWanted() && timer.callback(), { idle: true });
      }
    },
  };
}

/** The signals that are sent to a process or its group while the test runs, in their order. */
export function watchSignals(): (pid: number) => readonly unknown[] {
  const kill = vi.spyOn(process, "kill");
  onTestFinished(() => kill.mockRestore());
  return (pid) =>
    kill.mock.calls
      // 0 only asks whether it is there.
      .filter(([to, signal]) => Math.abs(to) === pid && signal !== 0)
      .map(([, signal]) => signal);
}
