import type { Progress } from "@snaphook/engine";
import type { ReplayReport } from "@snaphook/protocol";

type Reported = ReplayReport["hooks"][number];

export type HookCounts = Pick<
  Reported,
  "runs" | "refused" | "failed" | "missed" | "totalMs" | "medianMs" | "maxMs"
>;

/** What each hook did, by its key. */
export interface HookCounter {
  /** Counts a run, or an event that selected a hook which is left out. */
  note(key: string, progress: Progress): void;
  refused(key: string): void;
  of(key: string): HookCounts;
}

interface Counted {
  runs: number;
  refused: number;
  failed: number;
  missed: number;
  readonly durations: number[];
}

export function countHooks(): HookCounter {
  const counted = new Map<string, Counted>();
  const at = (key: string): Counted => {
    const known = counted.get(key);
    if (known) return known;
    const fresh = { runs: 0, refused: 0, failed: 0, missed: 0, durations: [] };
    counted.set(key, fresh);
    return fresh;
  };
  return {
    note(key, progress) {
      const one = at(key);
      if (progress.type === "run-skipped") one.missed += 1;
      if (progress.type !== "run-ended" && progress.type !== "background-ended") return;
      const isBackground = progress.run.end.how === "background";
      if (progress.type === "run-ended") one.runs += 1;
      if (!isBackground) one.durations.push(progress.run.durationMs);
      if (hasFailed(progress)) one.failed += 1;
    },
    refused(key) {
      at(key).refused += 1;
    },
    of(key) {
      const { runs, refused, failed, missed, durations } = at(key);
      const sorted = durations.toSorted((left, right) => left - right);
      return {
        runs,
        refused,
        failed,
        missed,
        totalMs: sorted.reduce((sum, duration) => sum + duration, 0),
        medianMs: sorted[Math.ceil(sorted.length / 2) - 1] ?? 0,
        maxMs: sorted.at(-1) ?? 0,
      };
    },
  };
}

/** The ways in which a run ends by itself. */
const regularEnds: readonly string[] = ["exited", "background", "answered", "responded"];

const hasFailed = (progress: Extract<Progress, { readonly run: unknown }>): boolean =>
  !regularEnds.includes(progress.run.end.how) ||
  (progress.type === "run-ended" && progress.ending === "non-blocking-error");
