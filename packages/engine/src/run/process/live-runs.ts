import type { Clock } from "../clock.ts";
import { readProcessTable } from "./process-table.ts";
import type { ProcessTree } from "./process-tree.ts";

/** A run whose processes may be alive. */
export interface LiveRun {
  readonly tree: ProcessTree;
  /** The session it belongs to, if any. */
  readonly owner: symbol | undefined;
  /** Called when nothing is left of a run that was ended. */
  readonly onGone: () => void;
}

/** P10: how long a process may take to heed SIGTERM. */
const killAfterMs = 1500;
/** How often the end of processes is looked for, and how often SIGKILL is repeated: one may fork meanwhile. */
const lookMs = 20;
const mostKills = 50;

/** The runs that have not ended, of all sessions in this process, so that none outlives the host (P13). */
const live = new Set<LiveRun>();

export function remember(run: LiveRun): void {
  live.add(run);
  if (!isWatching) watchHost();
}

/** What is left of the run is not ours to end. */
export function forget(run: LiveRun): void {
  live.delete(run);
}

/** P10: SIGTERM to the whole tree now, SIGKILL later; nobody has to wait for it. */
export function endRun(run: LiveRun, clock: Clock): void {
  run.tree.signal("SIGTERM");
  clock.after(killAfterMs, () => kill(run, clock, mostKills), { idle: true });
}

function kill(run: LiveRun, clock: Clock, times: number): void {
  if (!live.has(run)) return;
  if (run.tree.signal("SIGKILL").length === 0 || times === 0) gone(run);
  else clock.after(lookMs, () => kill(run, clock, times - 1), { idle: true });
}

function gone(run: LiveRun): void {
  live.delete(run);
  run.onGone();
}

/** Waits until every run of a session, all of which were told to end, is gone, by SIGKILL if need be. */
export async function settleRuns(owner: symbol, clock: Clock): Promise<void> {
  const own = () => [...live].filter((run) => run.owner === owner);
  const deadline = clock.now() + killAfterMs;
  while (own().length > 0) {
    const late = clock.now() >= deadline;
    const table = readProcessTable();
    for (const run of own()) {
      const left = late ? run.tree.signal("SIGKILL", table) : run.tree.members(table);
      if (left.length === 0 || clock.now() >= deadline + mostKills * lookMs) gone(run);
    }
    if (own().length > 0) await new Promise<void>((resolve) => clock.after(lookMs, resolve));
  }
}

/** Those that end a process unless it listens; the other catchable ones are the runtime's own. */
const deadlySignals = [
  "SIGINT",
  "SIGTERM",
  "SIGHUP",
  "SIGQUIT",
  "SIGUSR2",
  "SIGALRM",
  "SIGXCPU",
] as const;
/** Marks listeners of this file, whichever copy of the package they come from. */
const mark = Symbol.for("hooks: ends what runs before the host dies");
let isWatching = false;

/**
 * When the host dies of something that can be caught, what still runs dies
 * first. A host that listens to a signal itself decides what it means: if it
 * exits, that is seen; if it goes on, so do the runs.
 */
function watchHost(): void {
  isWatching = true;
  process.on("exit", endAll);
  for (const signal of deadlySignals) {
    const onSignal = () => {
      if (process.listeners(signal).some((listener) => !(mark in listener))) return;
      endAll();
      process.removeListener(signal, onSignal);
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    };
    // First in line: a listener that hears one signal only is gone when those behind it look.
    process.prependListener(signal, Object.assign(onSignal, { [mark]: true }));
  }
}

/** How long a dying host waits for the last process, in looks. */
const lastLooks = 50;

/** Kills everything at once and without returning to the event loop, which may never run again. */
function endAll(): void {
  const nobody = new Int32Array(new SharedArrayBuffer(4));
  for (let looks = 0; live.size > 0 && looks < lastLooks; looks++) {
    if (looks > 0) Atomics.wait(nobody, 0, 0, lookMs / 4);
    const table = readProcessTable();
    for (const run of live) if (run.tree.signal("SIGKILL", table).length === 0) live.delete(run);
  }
}
