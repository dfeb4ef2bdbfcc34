import type { HooksReport } from "@snaphook/protocol";
import { median } from "../doctor/median.ts";
import type { Timeline } from "../trace/timeline.ts";

type HookRuns = NonNullable<HooksReport["hooks"][number]["runs"]>;

/** The runs of each hook in a trace, by its id. Pure. */
export function hookRuns({ turns }: Timeline): ReadonlyMap<string, HookRuns> {
  const runs = turns.flatMap(({ time, events }) =>
    events.flatMap((event) =>
      event.runs.map((run) => ({ ...run, startMs: Date.parse(time) + run.startMs })),
    ),
  );
  const byId = Map.groupBy(runs, ({ id }) => id);
  return new Map(
    [...byId].map(([id, own]) => {
      const last = own.reduce((one, other) => (other.startMs >= one.startMs ? other : one));
      const times = own.map(({ durationMs }) => durationMs);
      return [
        id,
        {
          count: own.length,
          last: new Date(last.startMs).toISOString(),
          lastMs: last.durationMs,
          lastEnded: last.ended,
          medianMs: median(times) ?? 0,
          maxMs: times.reduce((most, ms) => Math.max(most, ms), 0),
        },
      ];
    }),
  );
}
