import { join } from "node:path";
import type { CapturedText, RunEnd } from "../../stages/hook-run.ts";
import type { Clock } from "../clock.ts";
import { capture } from "./capture.ts";
import { closePipes, letEnd, letGo, startChild, waitFor } from "./child.ts";
import { type FirstObject, firstObject } from "./first-object.ts";
import { endRun, forget, type LiveRun, remember } from "./live-runs.ts";
import type { ProcessRequest, ProcessResult, RunningProcess, Spawn } from "./process-request.ts";
import { commandOf, holdsPipe, isRunning } from "./process-table.ts";
import { type ProcessTree, processTree } from "./process-tree.ts";
import { startFailure } from "./start-failure.ts";

export type { ProcessRequest, ProcessResult, RunningProcess, Spawn } from "./process-request.ts";

/** P9: how long output may still come after exit when a child holds the pipes. */
const drainMs = 500;

/**
 * Runs one process to its end and answers with the facts.
 *
 * 1. The program starts in a process group and session of its own.
 * 2. stdin holds the text and nothing after it; a program that does not read it is no error (P6).
 * 3. The run ends when the process has exited and its output is drained, or 500 ms after exit (P9).
 *    A process that has exited has kept its limit, and what it left behind is its own (P13).
 * 4. At the limit or on abort the whole tree gets SIGTERM, later SIGKILL, and the caller goes on at
 *    once (P10).
 */
export function startProcess(request: ProcessRequest, spawn: Spawn, clock: Clock): RunningProcess {
  if (request.signal?.aborted) return notStarted(Promise.resolve({ how: "cancelled" }));
  const child = startChild(request, spawn);
  if (child instanceof Error) return notStarted(Promise.resolve(startFailure(child, request)));
  const { pid } = child;
  if (pid === undefined)
    return notStarted(
      new Promise((resolve) => {
        child.on("error", (error) => resolve(startFailure(error, request)));
      }),
    );
  const { marker, spillFolder, signal } = request;
  const tree = processTree({
    pid,
    marker,
    isHeld: () => child.exitCode === null && child.signalCode === null,
  });
  const run: LiveRun = { tree, owner: request.owner, onGone: () => closePipes(child) };
  remember(run);

  const finished = Promise.withResolvers<ProcessResult>();
  const first = Promise.withResolvers<Awaited<RunningProcess["first"]>>();
  let exit: RunEnd | undefined;
  let settled = false;
  let asked: FirstObject | undefined;
  let stopTimer = () => {};

  const look = firstObject((object) => {
    asked = object;
    first.resolve({ asked: object });
  });
  const stdout = capture(child.stdout, join(spillFolder, `${marker[1]}-stdout.txt`), () => {
    if (request.mayAsk) look(stdout);
  });
  const stderr = capture(child.stderr, join(spillFolder, `${marker[1]}-stderr.txt`));

  const settle = (end: RunEnd, notes: readonly string[] = []) => {
    if (settled) return;
    settled = true;
    stopTimer();
    signal?.removeEventListener("abort", cancel);
    const said = withoutHead(stdout.finish(), asked?.length ?? 0);
    const problems = [stdout, stderr].flatMap((stream) => stream.problem() ?? []);
    const result: ProcessResult = {
      end,
      stdout: said,
      stderr: stderr.finish(),
      notes: [
        ...notes,
        ...problems.map((why) => `the long output could not be saved completely: ${why}`),
      ],
    };
    letGo(child);
    finished.resolve(result);
    first.resolve({ result });
  };
  const end = (how: RunEnd) => {
    if (settled) return;
    if (exit === undefined) endRun(run, clock);
    settle(how);
  };
  const cancel = () => end({ how: "cancelled" });
  const limit = (limitMs: number | undefined) => {
    if (settled || exit !== undefined) return;
    stopTimer();
    if (limitMs !== undefined)
      stopTimer = afterReading(clock, limitMs, () => end({ how: "timedOut", limitMs }));
  };

  child.on("error", () => {});
  child.on("exit", (code, killedBy) => {
    exit =
      code === null ? { how: "killed", signal: killedBy ?? "unknown" } : { how: "exited", code };
    if (settled) return;
    forget(run);
    stopTimer();
    const ended = exit;
    stopTimer = afterReading(clock, drainMs, () => settle(ended, holders(tree)));
  });
  child.on("close", () => {
    if (exit) settle(exit);
  });
  child.stdin?.on("error", () => {});
  const deliver = (stdin: string, limitMs: number | undefined) => {
    child.stdin?.end(stdin);
    limit(limitMs);
  };
  if (request.stdin === undefined) letEnd(child);
  else deliver(request.stdin, request.limitMs);
  signal?.addEventListener("abort", cancel, { once: true });
  return {
    finished: finished.promise,
    first: first.promise,
    isWaiting: () =>
      !settled && exit === undefined && isRunning(pid) && stdout.bytes() + stderr.bytes() === 0,
    deliver(stdin, limitMs) {
      waitFor(child);
      deliver(stdin, limitMs);
    },
    limit,
    cancel,
  };
}

/** A process that never was. */
function notStarted(end: Promise<RunEnd>): RunningProcess {
  const nothing: CapturedText = { text: "", bytes: 0, complete: true };
  const finished = end.then((how) => ({ end: how, stdout: nothing, stderr: nothing, notes: [] }));
  return {
    finished,
    first: finished.then((result) => ({ result })),
    isWaiting: () => false,
    deliver() {},
    limit() {},
    cancel() {},
  };
}

/** The object that asked for the background is no part of the answer. */
const withoutHead = (stdout: CapturedText, length: number): CapturedText =>
  length === 0 ? stdout : { ...stdout, text: stdout.text.slice(length) };

/** P13: who still holds a pipe of a hook that has exited. */
function holders(tree: ProcessTree): readonly string[] {
  const pids = tree.members().filter(holdsPipe);
  if (pids.length === 0)
    return ["a process it left running holds a pipe open, but could not be found"];
  return pids.map((pid) => `a pipe is held open by process ${pid} (${commandOf(pid)})`);
}

/** Runs a process whose output is only wanted whole. */
export const runProcess = (request: ProcessRequest, spawn: Spawn, clock: Clock) =>
  startProcess(request, spawn, clock).finished;

/**
 * Calls back after a while, but not before everything that had arrived by then
 * was read: the delay of a busy host is not the hook's, and must not cost its
 * answer. The answer of this function cancels it.
 */
function afterReading(clock: Clock, ms: number, callback: () => void): () => void {
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
