import { resolve } from "node:path";
import type { RunEnd } from "../../stages/hook-run.ts";
import { systemClock } from "../clock.ts";
import { groupGone } from "../process/group-gone.ts";
import { killRun, type LiveRun, trackRun, untrackRun } from "../process/live-runs.ts";
import { markedTree, type RunMark } from "../process/marked-tree.ts";
import type { ProcessRequest, ProcessResult, RunningProcess } from "../process/process-request.ts";
import { isStopped } from "../process/process-table.ts";
import { afterReading, notStarted } from "../process/run-process.ts";
import type { Runner } from "./launch-runner.ts";
import type { RunReport } from "./messages.ts";

/** How late a stopped runner, and any runner, can be with the end of a run: on a busy machine it may be slow. */
const [stoppedGraceMs, graceMs] = [5000, 30_000];

/**
 * Runs a process in the runner, with the same result as `startProcess`.
 *
 * The host knows the processes too: it ends them when it exits, when a session closes, and when the runner
 * dies. A run that was under way then fails, and says so.
 */
export function startRemotely(request: ProcessRequest, runner: Runner): RunningProcess {
  const { signal, owner, onOutput, ...rest } = request;
  if (signal?.aborted) return notStarted(Promise.resolve({ how: "cancelled" }));
  const [cwd, spillFolder] = [resolve(request.cwd), resolve(request.spillFolder)];
  const finished = Promise.withResolvers<ProcessResult>();
  const first = Promise.withResolvers<Awaited<RunningProcess["first"]>>();
  const group = Promise.withResolvers<void>();
  const delivery = Promise.withResolvers<boolean>();
  const leader: RunMark = {
    marker: request.marker,
    outputFolder: spillFolder,
    cwd,
    pid: undefined,
    startedAt: undefined,
    pipes: [],
  };
  let hasEndReport = false;
  let hasExited = false;
  let isFinished = false;
  let isCancelled = false;
  let isHolding = false;
  let stopWatchdog = () => {};

  const run: LiveRun = {
    tree: markedTree(leader),
    owner,
    onGone() {},
    wasEnded: () => isFinished || isCancelled,
    isStarting: () => leader.pid === undefined && !hasEndReport,
  };

  const hold = () => {
    isHolding = true;
    runner.hold();
  };
  const finish = (result: ProcessResult) => {
    if (isFinished) return;
    isFinished = true;
    stopWatchdog();
    signal?.removeEventListener("abort", cancel);
    if (isHolding) runner.release();
    delivery.resolve(false);
    finished.resolve(result);
    first.resolve({ result });
  };
  const forget = () => {
    untrackRun(run);
    runner.remove(id);
  };
  const onExit = () => {
    hasExited = true;
    untrackRun(run);
  };
  const onFinish = (result: ProcessResult) => {
    hasEndReport = true;
    // The processes of a run that was ended live a little longer.
    if (hasExited || !wasEnded(result.end)) forget();
    finish(result);
  };
  const onGone = () => {
    forget();
    group.resolve();
  };
  const onReport = (report: RunReport): void => {
    switch (report.is) {
      case "started":
        Object.assign(leader, {
          pid: report.pid,
          startedAt: report.startedAt,
          pipes: report.pipes,
        });
        break;
      case "background":
        first.resolve({ background: report.background });
        break;
      case "output":
        onOutput?.({ stdout: report.stdout, stderr: report.stderr });
        break;
      case "delivered":
        delivery.resolve(report.accepted);
        break;
      case "exited":
        onExit();
        break;
      case "finished":
        onFinish(resultOf(report, runner));
        break;
      case "gone":
      case "group-gone":
        onGone();
        break;
    }
  };
  const onLost = (why: string) => {
    if (!runner.isSealed) killRun(run, systemClock);
    group.resolve();
    finish(lost(why));
  };
  const expectEnd = (ms: number) => {
    stopWatchdog();
    const kill = () => runner.kill("it did not answer");
    stopWatchdog = afterReading(systemClock, ms + stoppedGraceMs, () => {
      if (isStopped(runner.pid ?? 0)) kill();
      else stopWatchdog = afterReading(systemClock, graceMs - stoppedGraceMs, kill);
    });
  };
  const limit = (limitMs: number | undefined) => {
    if (limitMs === undefined) stopWatchdog();
    else expectEnd(limitMs);
  };
  const cancel = () => {
    if (isFinished) return;
    isCancelled = true;
    runner.send({ do: "cancel", id });
    expectEnd(0);
  };

  const id = runner.add({ onReport, onLost });
  // What a sealed runner started ends with it, and the pids it reports are not those of this system.
  if (!runner.isSealed) trackRun(run);
  runner.send({ do: "start", id, request: { ...rest, cwd, spillFolder } });
  if (request.stdin !== undefined) {
    hold();
    limit(request.limitMs);
  }
  signal?.addEventListener("abort", cancel, { once: true });
  return {
    finished: finished.promise,
    first: first.promise,
    pid: () => leader.pid,
    deliver(stdin, limitMs) {
      if (isFinished) return Promise.resolve(false);
      hold();
      runner.send({ do: "deliver", id, stdin, limitMs });
      limit(limitMs);
      return delivery.promise;
    },
    limit(limitMs) {
      if (isFinished) return;
      runner.send({ do: "limit", id, limitMs });
      limit(limitMs);
    },
    cancel,
    groupGone() {
      if (!runner.isSealed) return groupGone(leader.pid, systemClock);
      if (!runner.isReady()) return Promise.resolve();
      // No more reports were expected of a run that has ended.
      runner.add({ onReport, onLost }, id);
      runner.hold();
      runner.send({ do: "await-group", id });
      return group.promise.finally(() => runner.release());
    },
  };
}

const wasEnded = ({ how }: RunEnd): boolean => how === "cancelled" || how === "timedOut";

/** The result of a run whose runner died. */
function lost(why: string): ProcessResult {
  const nothing = { text: "", bytes: 0, complete: true };
  const cause = `the process that starts it ended before the run did (${why}); the run was ended with it`;
  return { end: { how: "failed", cause }, stdout: nothing, stderr: nothing, notes: [] };
}

const resultOf = (
  { result }: RunReport & { readonly is: "finished" },
  { isSealed }: Runner,
): ProcessResult => (isSealed ? checked(result) : result);

/** A result from inside a sandbox, if it has the form of one. */
function checked(result: unknown): ProcessResult {
  const { end, stdout, stderr, notes } = (result ?? {}) as Partial<Record<string, unknown>>;
  const isText = (value: unknown): boolean => {
    const { text, bytes, file = "" } = (value ?? {}) as Partial<Record<string, unknown>>;
    return typeof text === "string" && typeof bytes === "number" && typeof file === "string";
  };
  const hasForm =
    typeof (end as { readonly how?: unknown } | undefined)?.how === "string" &&
    isText(stdout) &&
    isText(stderr) &&
    Array.isArray(notes);
  return hasForm ? (result as ProcessResult) : lost("it sent a result in an unknown form");
}
