import { processWarning } from "../../text/process-warning.ts";
import { setRunGuard } from "../process/live-runs.ts";
import { runGuard } from "./guard-runs.ts";
import { launchRunner, type Runner } from "./launch-runner.ts";

/** What the runner does now. */
export type RunnerStatus =
  /** The host starts all processes itself. */
  | { readonly state: "off"; readonly because: string }
  /** The host is so small that it starts processes faster itself. */
  | { readonly state: "not-needed" }
  /** Until it is ready, the host starts processes itself. */
  | { readonly state: "starting" }
  | { readonly state: "ready"; readonly pid: number | undefined };

/** From this size on the runner starts a process faster than the host; see benchmarks/README.md. */
const minHostBytes = 100 * 1024 * 1024;
/** How often in a row it may die without having finished a run. */
const maxDeaths = 3;
/** How long it stays after the last session has closed. */
const lingerMs = 30_000;

/** One runner for all sessions of this process. */
let runner: Runner | undefined;
let isLaunching = false;
let user = "";
let deaths = 0;
let problem: string | undefined;
let sessions = 0;
let stopLingering = () => {};

/** The runner, if it can be used now and is needed; starts it in the background if it is not there. */
export function readyRunner(always: boolean): Runner | undefined {
  if (runner === undefined) prepareRunner(always);
  // A host that has given up rights since then must not get them back through the runner.
  if (!runner?.isReady() || user !== currentUser()) return undefined;
  return isNeeded(always) ? runner : undefined;
}

/** Starts the runner in the background if it is needed and not there. */
export function prepareRunner(always: boolean): void {
  if (runner !== undefined || isLaunching || problem !== undefined || !isNeeded(always)) return;
  isLaunching = true;
  setImmediate(launch).unref();
}

/** Keeps the runner until the returned function is called, for a session. */
export function holdRunner(): () => void {
  sessions++;
  stopLingering();
  return () => {
    if (--sessions > 0) return;
    const timer = setTimeout(retire, lingerMs).unref();
    stopLingering = () => clearTimeout(timer);
  };
}

/** Called when a run has come to its end in the runner. */
export function noteFinishedRun(): void {
  deaths = 0;
}

export function runnerStatus(always: boolean): RunnerStatus {
  if (problem !== undefined) return { state: "off", because: problem };
  if (runner?.isReady()) return { state: "ready", pid: runner.pid };
  if (runner !== undefined || isLaunching) return { state: "starting" };
  return isNeeded(always) ? { state: "starting" } : { state: "not-needed" };
}

const isNeeded = (always: boolean): boolean => always || hostBytes() >= minHostBytes;

/** The size of the host changes slowly, and each hook of a dispatch would read it again. */
const sizeAgeMs = 25;
let size = { bytes: 0, readAt: Number.NEGATIVE_INFINITY };

function hostBytes(): number {
  const now = performance.now();
  if (now - size.readAt > sizeAgeMs) size = { bytes: process.memoryUsage.rss(), readAt: now };
  return size.bytes;
}

/** A session that opens from now on gets another runner. */
function retire(): void {
  setRunGuard(undefined);
  runner?.close();
  runner = undefined;
}

function launch(): void {
  isLaunching = false;
  user = currentUser();
  try {
    const launched = launchRunner({
      onReady() {
        if (runner === launched) setRunGuard(runGuard(launched));
      },
      onEnd(why) {
        if (runner !== launched) return;
        setRunGuard(undefined);
        runner = undefined;
        if (sessions > 0) launchAgain(why);
      },
    });
    runner = launched;
  } catch (error) {
    launchAgain(error instanceof Error ? error.message : String(error));
  }
}

function launchAgain(why: string): void {
  deaths++;
  if (deaths < maxDeaths) {
    prepareRunner(true);
    return;
  }
  problem = `it ended ${maxDeaths} times in a row, last because: ${why}`;
  processWarning(`the runner of hooks is off: ${problem}. Hooks run without it.`);
}

const currentUser = (): string =>
  [process.getuid?.(), process.geteuid?.(), process.getgid?.(), process.getegid?.()].join();
