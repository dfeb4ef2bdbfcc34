import type { Clock } from "../../clock.ts";
import { processTree, signalTree, type TreeMark } from "./process-tree.ts";

/** A run that has not ended, and the session it belongs to. */
interface LiveRun {
  readonly mark: TreeMark;
  readonly owner: string;
}

/** The runs that have not ended, so that none outlives the host (P13). */
const live = new Set<LiveRun>();
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
let watching = false;

/** Remembers a run until the answer is called. */
export function remember(mark: TreeMark, owner: string): () => void {
  const run = { mark, owner };
  live.add(run);
  if (!watching) watchHost();
  return () => {
    live.delete(run);
  };
}

/** How often, and how long, the end of processes is waited for. */
const lookMs = 20;
const patienceMs = 1500;

/** Waits until every run of a session that was told to end is gone, by SIGKILL if need be. */
export async function settleRuns(owner: string, clock: Clock): Promise<void> {
  const own = () => [...live].filter((run) => run.owner === owner);
  const deadline = clock.now() + patienceMs;
  while (own().length > 0) {
    const late = clock.now() > deadline;
    for (const run of own()) {
      const left = late ? signalTree(run.mark, "SIGKILL") : processTree(run.mark);
      if (left.length === 0) live.delete(run);
    }
    if (own().length > 0) await new Promise<void>((resolve) => clock.after(lookMs, resolve));
  }
}

/** When the host dies of something that can be caught, what still runs dies first. */
function watchHost(): void {
  watching = true;
  process.on("exit", endAll);
  for (const signal of signals) {
    const onSignal = () => {
      if (process.listenerCount(signal) > 1) return;
      endAll();
      process.removeListener(signal, onSignal);
      process.kill(process.pid, signal);
    };
    process.on(signal, onSignal);
  }
}

function endAll(): void {
  for (const { mark } of live) signalTree(mark, "SIGKILL");
  live.clear();
}
