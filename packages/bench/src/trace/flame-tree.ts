import type { Timeline } from "./timeline.ts";

/** A box of the flame view: the time that hooks took, and what it is made of. */
export interface FlameBox {
  readonly name: string;
  readonly totalMs: number;
  readonly runs: number;
  readonly children: readonly FlameBox[];
}

interface Measured {
  readonly path: readonly string[];
  readonly ms: number;
}

/** All time of hooks, by event, by what the event is about, and by hook; the longest first. */
export function flameTree({ turns }: Timeline): FlameBox {
  const runs = turns.flatMap(({ events }) =>
    events.flatMap(({ event, subject, runs }) =>
      runs.map(({ label, durationMs }) => ({
        path: subject === "" ? [event, label] : [event, subject, label],
        ms: durationMs,
      })),
    ),
  );
  return box("all hooks", runs, 0);
}

function box(name: string, runs: readonly Measured[], depth: number): FlameBox {
  const deeper = Map.groupBy(
    runs.filter(({ path }) => path.length > depth),
    ({ path }) => path[depth] ?? "",
  );
  return {
    name,
    totalMs: runs.reduce((sum, { ms }) => sum + ms, 0),
    runs: runs.length,
    children: [...deeper]
      .map(([child, some]) => box(child, some, depth + 1))
      .toSorted((left, right) => right.totalMs - left.totalMs),
  };
}
