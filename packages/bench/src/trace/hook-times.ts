import type { Timeline } from "./timeline.ts";

/** What all runs of one hook took together. */
export interface HookTime {
  readonly id: string;
  readonly label: string;
  readonly runs: number;
  readonly totalMs: number;
  readonly maxMs: number;
  /** How many of its runs changed an outcome. */
  readonly changed: number;
}

/** The hooks of a timeline, the slowest in total first. */
export function hookTimes({ turns }: Timeline): readonly HookTime[] {
  const runs = turns.flatMap(({ events }) => events.flatMap((event) => event.runs));
  return [...Map.groupBy(runs, ({ id }) => id).values()]
    .map((same) => ({
      id: same[0]?.id ?? "",
      label: same[0]?.label ?? "",
      runs: same.length,
      totalMs: same.reduce((sum, { durationMs }) => sum + durationMs, 0),
      maxMs: same.reduce((most, { durationMs }) => Math.max(most, durationMs), 0),
      changed: same.filter(({ changed }) => changed.length > 0).length,
    }))
    .toSorted((left, right) => right.totalMs - left.totalMs);
}
