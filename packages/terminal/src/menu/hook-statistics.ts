import type { AgentEvent } from "@snaphook/agent";
import { endedInWords } from "@snaphook/bench";

/** What the runs of a hook in this session were like. */
export interface HookStatistics {
  readonly runs: number;
  /** How often it had each result. */
  readonly results: Readonly<Partial<Record<HookResult, number>>>;
  /** Undefined: it did not run, because the event selected it and something held it back. */
  readonly last: LastRun | undefined;
  /** How long the last runs took. */
  readonly times: readonly number[];
}

interface LastRun {
  /** When it started: ISO 8601. */
  readonly at: string;
  readonly ms: number;
  /** `exit 2`. */
  readonly ended: string;
}

type HookResult = "success" | "refused" | "failed" | "timed out" | "cancelled" | "not run";

/** By the id of the hook. */
export type StatisticsById = ReadonlyMap<string, HookStatistics>;

export const noStatistics: StatisticsById = new Map();

const none: HookStatistics = { runs: 0, results: {}, last: undefined, times: [] };

/** Older times are dropped: memory stays flat, and percentiles say how the hook is now. */
const maxTimes = 200;

const resultOf = {
  success: "success",
  blocking: "refused",
  "non-blocking-error": "failed",
  cancelled: "cancelled",
} as const;

/** The statistics after an event of the agent. Pure. */
export function withStatistics(byId: StatisticsById, event: AgentEvent): StatisticsById {
  if (event.type !== "hook") return byId;
  const { progress } = event;
  const { id } = progress.hook;
  const now = byId.get(id) ?? none;
  if (progress.type === "run-skipped")
    return new Map(byId).set(id, { ...now, results: counted(now.results, "not run") });
  // The result of a background run is known when it ended.
  const isStart = progress.type === "run-ended" && progress.run.end.how === "background";
  if (isStart || (progress.type !== "run-ended" && progress.type !== "background-ended"))
    return byId;
  const { run } = progress;
  const recorded =
    progress.type === "run-ended" ? resultOf[progress.ending] : backgroundResult[progress.recorded];
  // A time-out that refuses is a refusal.
  const result = run.end.how === "timedOut" && recorded !== "refused" ? "timed out" : recorded;
  return new Map(byId).set(id, {
    runs: now.runs + 1,
    results: counted(now.results, result),
    last: { at: run.startedAt, ms: run.durationMs, ended: endedInWords(run.end) },
    times: [...now.times, run.durationMs].slice(-maxTimes),
  });
}

const backgroundResult = { success: "success", error: "failed", cancelled: "cancelled" } as const;

const counted = (results: HookStatistics["results"], result: HookResult) => ({
  ...results,
  [result]: (results[result] ?? 0) + 1,
});

/** The time that a share of the runs did not exceed; undefined without runs. */
export function percentile(times: readonly number[], share: number): number | undefined {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}
