import type { HookEvent } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";

/** A run that the host does not wait for (P12). */
export interface BackgroundRun {
  readonly run: HookRun;
  readonly event: HookEvent;
  /** Exit 2 wakes the model with stderr. */
  readonly wakes: boolean;
}

interface Entry extends BackgroundRun {
  readonly finished: Promise<HookRun>;
  cancel(): void;
}

/** The background runs of a session. */
export interface BackgroundRuns {
  adopt(entry: Entry): void;
  /** Those that have not ended. */
  list(): readonly BackgroundRun[];
  /** Those that have ended since the last call, in the order they ended. */
  takeFinished(): readonly BackgroundRun[];
  /** Ends all, waits a bounded time, and returns those it had to end. */
  close(): Promise<readonly BackgroundRun[]>;
}

export function backgroundRuns(onFinished: (run: BackgroundRun) => void): BackgroundRuns {
  const running = new Set<Entry>();
  const finished: BackgroundRun[] = [];
  return {
    adopt(entry) {
      running.add(entry);
      void entry.finished.then((run) => {
        running.delete(entry);
        const { event, wakes } = entry;
        finished.push({ run, event, wakes });
        onFinished({ run, event, wakes });
      });
    },
    list: () => [...running],
    takeFinished: () => finished.splice(0),
    async close() {
      const ended = [...running];
      for (const entry of ended) entry.cancel();
      await Promise.all(ended.map((entry) => entry.finished));
      return ended;
    },
  };
}
