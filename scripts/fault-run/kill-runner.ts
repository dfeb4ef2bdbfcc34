import { setTimeout as wait } from "node:timers/promises";
import type { Hooks } from "@snaphook/engine";
import type { Observer } from "./observe.ts";

/** How long processes have to end after the runner was killed. */
const patienceMs = 2000;

/** Kills the runner at random moments between dispatches that are under way, and checks what is left. */
export interface RunnerKiller {
  /** How often it was killed so far. */
  kills(): number;
  /** Waits while the result of a kill is being checked. */
  ready(): Promise<void>;
  /** Follows a dispatch, and kills the runner in the middle of some of them. */
  follow<Result>(dispatch: Promise<Result>, random: () => number): Promise<Result>;
  problems(): readonly string[];
}

export function runnerKiller(hooks: Hooks, observer: Observer, share: number): RunnerKiller {
  const inFlight = new Set<Promise<unknown>>();
  const problems: string[] = [];
  let kills = 0;
  let gate: Promise<void> = Promise.resolve();
  let isClosed = false;

  async function kill(delayMs: number): Promise<void> {
    await wait(delayMs);
    const status = hooks.config.runner();
    if (status.state !== "ready" || status.pid === undefined) return;
    kills++;
    process.kill(status.pid, "SIGKILL");
    await Promise.all(inFlight);
    const { processes } = await observer.lookUntilQuiet(
      (seen) => seen.processes.length === 0,
      patienceMs,
    );
    problems.push(...processes.map((left) => `left by a killed runner: ${left}`));
    while (hooks.config.runner().state === "starting") await wait(10);
    // A run that ends well, so that the next kill does not count as the third in a row.
    await hooks.fire("Stop", { stop_hook_active: false });
  }
  return {
    kills: () => kills,
    ready: () => gate,
    async follow(dispatch, random) {
      inFlight.add(dispatch);
      if (!isClosed && random() < share) {
        isClosed = true;
        gate = kill(random() * 300).finally(() => {
          isClosed = false;
        });
      }
      const result = await dispatch;
      inFlight.delete(dispatch);
      return result;
    },
    problems: () => problems,
  };
}
