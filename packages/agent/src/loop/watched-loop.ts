import type { Clock } from "@snaphook/engine/internal";

/** Notices files that change again and again because of the hooks of their changes. */
export interface LoopGuard {
  /** Hooks have run for a file. */
  ran(path: string): void;
  /** Called with each change: whether it is one of very many that each followed the hooks of the one before. */
  isEndless(path: string): boolean;
}

const soonMs = 1000;
const maxInARow = 20;

export function createLoopGuard(clock: Pick<Clock, "now">): LoopGuard {
  const files = new Map<string, { ranAt: number; inARow: number }>();
  return {
    ran(path) {
      files.set(path, { ranAt: clock.now(), inARow: files.get(path)?.inARow ?? 0 });
    },
    isEndless(path) {
      const file = files.get(path);
      if (!file) return false;
      file.inARow = clock.now() - file.ranAt < soonMs ? file.inARow + 1 : 0;
      return file.inARow >= maxInARow;
    },
  };
}
