import type { Clock } from "../clock.ts";
import type { RunMark } from "./marked-tree.ts";
import { readProcessTable } from "./process-table.ts";
import type { ProcessTree } from "./process-tree.ts";

/** A run whose processes may be alive. */
export interface LiveRun {
  readonly tree: ProcessTree;
  /** The session it belongs to, if any. */
  readonly owner: symbol | undefined;
  /** Called when all processes of a run that was ended are gone. */
  readonly onGone: () => void;
  /** Whether it was ended and its result is known; its processes may live a little longer. */
  readonly wasEnded?: () => boolean;
  /** Whether its first process may still appear, because another process was asked to start it. */
  readonly isStarting?: () => boolean;
  /** How another process can find its processes; only for runs that this process started. */
  readonly mark?: () => RunMark;
}

/** Another process that ends the runs of this one if this one is killed. */
export interface RunGuard {
  guard(run: LiveRun, mark: RunMark): void;
  unguard(run: LiveRun): void;
}

/** P10: how long a process has to exit after SIGTERM. */
const killAfterMs = 1500;
/** How often to check for the end of processes, and how often to repeat SIGKILL: a process may fork meanwhile. */
const pollMs = 20;
const maxKills = 50;
/** How often to look for a process that may still appear. */
const minLooks = 10;

/** The unfinished runs of all sessions in this process, so that none outlives the host (P13). */
const live = new Set<LiveRun>();

let runGuard: RunGuard | undefined;

export function trackRun(run: LiveRun): void {
  live.add(run);
  if (run.mark) runGuard?.guard(run, run.mark());
  if (!isWatching) watchHost();
}

/** Processes that an exited hook left running are not ended. */
export function untrackRun(run: LiveRun): void {
  live.delete(run);
  runGuard?.unguard(run);
}

/** From now on this guard knows every run that this process started; `undefined`: none does. */
export function setRunGuard(guard: RunGuard | undefined): void {
  runGuard = guard;
  for (const run of live) if (run.mark) guard?.guard(run, run.mark());
}

/** P10: sends SIGTERM to the whole tree now and SIGKILL later, without waiting. */
export function endRun(run: LiveRun, clock: Clock): void {
  run.tree.signal("SIGTERM");
  clock.after(killAfterMs, () => kill(run, clock, maxKills), { idle: true });
}

/** Sends SIGKILL to the whole tree now, and again until it is gone. */
export const killRun = (run: LiveRun, clock: Clock): void => kill(run, clock, maxKills);

function kill(run: LiveRun, clock: Clock, times: number): void {
  if (!live.has(run)) return;
  const isGone = run.tree.signal("SIGKILL").length === 0;
  const mayAppear = run.isStarting?.() && times > maxKills - minLooks;
  if ((isGone && !mayAppear) || times === 0) gone(run);
  else clock.after(pollMs, () => kill(run, clock, times - 1), { idle: true });
}

function gone(run: LiveRun): void {
  untrackRun(run);
  run.onGone();
}

/** Waits until every run of a session is gone, after all were asked to end; uses SIGKILL if necessary. */
export const waitForRunsToEnd = (owner: symbol, clock: Clock): Promise<void> =>
  waitUntilGone((run) => run.owner === owner, clock);

/** The same for those that were ended one by one, while others may continue. */
export const waitForEndedRuns = (owner: symbol, clock: Clock): Promise<void> =>
  waitUntilGone((run) => run.owner === owner && run.wasEnded?.() === true, clock);

async function waitUntilGone(isWaitedFor: (run: LiveRun) => boolean, clock: Clock): Promise<void> {
  const own = () => [...live].filter(isWaitedFor);
  const deadline = clock.now() + killAfterMs;
  while (own().length > 0) {
    const late = clock.now() >= deadline;
    const table = tableFor(own());
    for (const run of own()) {
      const left = late ? run.tree.signal("SIGKILL", table) : run.tree.members(table);
      const isGone = left.length === 0 && !run.isStarting?.();
      if (isGone || clock.now() >= deadline + maxKills * pollMs) gone(run);
    }
    if (own().length > 0) await new Promise<void>((resolve) => clock.after(pollMs, resolve));
  }
}

/** The processes among which those of some runs are. */
const tableFor = (runs: readonly LiveRun[]) =>
  readProcessTable(runs.map(({ tree }) => tree.birth()));

/** Signals that end a process that has no listener; the runtime handles the other catchable ones. */
const deadlySignals = [
  "SIGINT",
  "SIGTERM",
  "SIGHUP",
  "SIGQUIT",
  "SIGUSR2",
  "SIGALRM",
  "SIGXCPU",
] as const;
/** Marks our listeners, from any copy of the package. */
const mark = Symbol.for("hooks: ends what runs before the host dies");
let isWatching = false;

/**
 * When the host dies of a signal that can be caught, its runs are ended first. A
 * host that listens to a signal decides what it means: if the host exits, the runs
 * are ended; if it continues, they continue too.
 */
function watchHost(): void {
  isWatching = true;
  process.on("exit", () => killAllRuns());
  for (const signal of deadlySignals) {
    const onSignal = () => {
      if (process.listeners(signal).some((listener) => !(mark in listener))) return;
      killAllRuns();
      process.removeListener(signal, onSignal);
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    };
    // First in line: a `once` listener of the host is already removed when later listeners run.
    process.prependListener(signal, Object.assign(onSignal, { [mark]: true }));
  }
}

/** How long a dying host waits for the last process. */
const maxEndingMs = 250;

/** Kills everything synchronously, because the event loop may never run again. */
export function killAllRuns(maxMs = maxEndingMs): void {
  const nobody = new Int32Array(new SharedArrayBuffer(4));
  const deadline = performance.now() + maxMs;
  while (live.size > 0) {
    for (const run of live) run.tree.signalGroup("SIGKILL");
    const table = tableFor([...live]);
    for (const run of live) if (run.tree.signal("SIGKILL", table).length === 0) live.delete(run);
    if (performance.now() >= deadline) return;
    Atomics.wait(nobody, 0, 0, pollMs / 4);
  }
}
