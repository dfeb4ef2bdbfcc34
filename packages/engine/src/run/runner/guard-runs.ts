import type { LiveRun, RunGuard } from "../process/live-runs.ts";
import type { Runner } from "./launch-runner.ts";

/** Tells the runner about the runs that the host starts itself, so that it ends them if the host is killed. */
export function runGuard(runner: Runner): RunGuard {
  const ids = new Map<LiveRun, number>();
  let lastId = 0;
  return {
    guard(run, mark) {
      lastId++;
      ids.set(run, lastId);
      runner.send({ do: "guard", id: lastId, mark });
    },
    unguard(run) {
      const id = ids.get(run);
      if (id === undefined) return;
      ids.delete(run);
      runner.send({ do: "unguard", id });
    },
  };
}
