import { join } from "node:path";
import type { CapturedText, RunEnd } from "../../stages/hook-run.ts";
import type { Clock } from "../clock.ts";
import { type BackgroundRequest, watchForBackgroundRequest } from "./background-request.ts";
import { capture } from "./capture.ts";
import { closePipes, refChild, release, startChild, unrefChild } from "./child.ts";
import { groupGone } from "./group-gone.ts";
import { endRun, type LiveRun, trackRun, untrackRun } from "./live-runs.ts";
import type {
  ProcessObserver,
  ProcessRequest,
  ProcessResult,
  RunningProcess,
  Spawn,
} from "./process-request.ts";
import { commandOf, holdsPipe, isRunning, pipesOf, startOf } from "./process-table.ts";
import { type ProcessTree, processTree } from "./process-tree.ts";
import { reportOutput } from "./report-output.ts";

export type {
  ProcessRequest,
  ProcessResult,
  RunningProcess,
  Spawn,
  StartProcess,
} from "./process-request.ts";

/** P9: how long to wait for output after exit, if a child holds the pipes. */
const drainMs = 500;

/**
 * Runs one process to its end and returns the facts.
 *
 * 1. The program starts in a separate process group and session.
 * 2. stdin is the text and then end-of-file; it is not an error if the program does not read it (P6).
 * 3. The run ends when the process has exited and its output is drained, or 500 ms after exit (P9).
 *    A process that has exited is within its limit, and its children are left running (P13).
 * 4. At the limit or on abort the whole tree gets SIGTERM, later SIGKILL, and the caller continues
 *    at once (P10).
 */
export function startProcess(
  request: ProcessRequest,
  spawn: Spawn,
  clock: Clock,
  observer: ProcessObserver = {},
): RunningProcess {
  if (request.signal?.aborted) return notStarted(Promise.resolve({ how: "cancelled" }));
  const started = startChild(request, spawn);
  if ("failed" in started) return notStarted(started.failed);
  const { child, pid } = started;
  const { marker, spillFolder, signal, cwd } = request;
  const traits = { pid, marker, pipes: pipesOf(pid), outputFolder: spillFolder, cwd };
  const tree = processTree({
    ...traits,
    isHeld: () => child.exitCode === null && child.signalCode === null,
  });
  const onGone = () => {
    closePipes(child);
    observer.onGone?.();
  };
  const mark = () => ({ ...traits, startedAt: startOf(pid) });
  let isFinished = false;
  const run: LiveRun = { tree, owner: request.owner, onGone, mark, wasEnded: () => isFinished };
  trackRun(run);
  observer.onStart?.(mark());

  const finished = Promise.withResolvers<ProcessResult>();
  const first = Promise.withResolvers<Awaited<RunningProcess["first"]>>();
  let exit: RunEnd | undefined;
  let background: BackgroundRequest | undefined;
  let stopTimer = () => {};

  const checkStdout = watchForBackgroundRequest((object) => {
    background = object;
    first.resolve({ background: object });
  });
  const { keepsEnd = false } = request;
  const stdout = capture(child.stdout, join(spillFolder, `${marker[1]}-stdout.txt`), {
    keepsEnd,
    onData() {
      if (request.allowBackground) checkStdout(stdout);
    },
  });
  const stderr = capture(child.stderr, join(spillFolder, `${marker[1]}-stderr.txt`), { keepsEnd });

  const stopReports = reportOutput(request, clock, [stdout, stderr], (output) => {
    request.onOutput?.(output);
    observer.onOutput?.(output);
  });

  const finish = (end: RunEnd, notes: readonly string[] = []) => {
    if (isFinished) return;
    isFinished = true;
    stopTimer();
    stopReports();
    signal?.removeEventListener("abort", cancel);
    const output = withoutHead(stdout.finish(), background?.length ?? 0);
    const problems = [stdout, stderr].flatMap((stream) => stream.problem() ?? []);
    const result: ProcessResult = {
      end,
      stdout: output,
      stderr: stderr.finish(),
      notes: [
        ...notes,
        ...problems.map((why) => `the long output could not be saved completely: ${why}`),
      ],
    };
    release(child);
    finished.resolve(result);
    first.resolve({ result });
  };
  const end = (how: RunEnd) => {
    if (isFinished) return;
    if (exit === undefined) endRun(run, clock);
    finish(how);
  };
  const cancel = () => end({ how: "cancelled" });
  const limit = (limitMs: number | undefined) => {
    if (isFinished || exit !== undefined) return;
    stopTimer();
    if (limitMs !== undefined)
      stopTimer = afterReading(clock, limitMs, () => end({ how: "timedOut", limitMs }));
  };

  child.on("error", () => {});
  child.on("exit", (code, killedBy) => {
    exit =
      code === null ? { how: "killed", signal: killedBy ?? "unknown" } : { how: "exited", code };
    if (isFinished) return;
    untrackRun(run);
    observer.onExit?.();
    stopTimer();
    const ended = exit;
    stopTimer = afterReading(clock, drainMs, () => finish(ended, pipeHolders(tree)));
  });
  child.on("close", () => {
    if (exit) finish(exit);
  });
  child.stdin?.on("error", () => {});
  const deliver = (stdin: string, limitMs: number | undefined) => {
    child.stdin?.end(stdin);
    limit(limitMs);
  };
  if (request.stdin === undefined) unrefChild(child);
  else deliver(request.stdin, request.limitMs);
  signal?.addEventListener("abort", cancel, { once: true });
  return {
    finished: finished.promise,
    first: first.promise,
    pid: () => pid,
    async deliver(stdin, limitMs) {
      const hasEnded = isFinished || exit !== undefined || !isRunning(pid);
      if (hasEnded || stdout.bytes() + stderr.bytes() > 0) return false;
      refChild(child);
      deliver(stdin, limitMs);
      return true;
    },
    limit,
    cancel,
    groupGone: () => groupGone(pid, clock),
  };
}

/** The result for a process that did not start. */
export function notStarted(end: Promise<RunEnd>): RunningProcess {
  const nothing: CapturedText = { text: "", bytes: 0, complete: true };
  const finished = end.then((how) => ({ end: how, stdout: nothing, stderr: nothing, notes: [] }));
  return {
    finished,
    first: finished.then((result) => ({ result })),
    pid: () => undefined,
    deliver: async () => false,
    limit() {},
    cancel() {},
    groupGone: async () => {},
  };
}

/** The background request is not part of the answer. */
const withoutHead = (stdout: CapturedText, length: number): CapturedText =>
  length === 0 ? stdout : { ...stdout, text: stdout.text.slice(length) };

/** P13: the processes that still hold a pipe of a hook that has exited. */
function pipeHolders(tree: ProcessTree): readonly string[] {
  const pids = tree.members().filter(holdsPipe);
  if (pids.length === 0)
    return ["a process it left running holds a pipe open, but could not be found"];
  return pids.map((pid) => `a pipe is held open by process ${pid} (${commandOf(pid)})`);
}

/** Runs a process to its end. */
export const runProcess = (request: ProcessRequest, spawn: Spawn, clock: Clock) =>
  startProcess(request, spawn, clock).finished;

/**
 * Calls back after a delay, but not before all data that arrived until then was
 * read: a hook must not lose its answer because the host is busy. The returned
 * function cancels it.
 */
export function afterReading(clock: Clock, ms: number, callback: () => void): () => void {
  let immediate: NodeJS.Immediate | undefined;
  // Immediates follow the phase in which the event loop reads; timers go before it.
  const stop = clock.after(ms, () => {
    immediate = setImmediate(callback);
  });
  return () => {
    stop();
    clearImmediate(immediate);
  };
}
