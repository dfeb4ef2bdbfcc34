import type { ChildProcessWithoutNullStreams, SpawnOptionsWithoutStdio } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../../clock.ts";
import type { CapturedText, RunEnd } from "../../stages/hook-run.ts";
import { capture } from "./capture.ts";
import { type FirstObject, firstObject } from "./first-object.ts";
import { remember } from "./live-runs.ts";
import { isRunning, processTree, signalTree, type TreeMark } from "./process-tree.ts";

/** Starts a program; `node:child_process` has it. */
export type Spawn = (
  program: string,
  args: readonly string[],
  options: SpawnOptionsWithoutStdio,
) => ChildProcessWithoutNullStreams;

export interface ProcessRequest {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `undefined`: the process waits until it is delivered. */
  readonly stdin: string | undefined;
  /** Counted from the delivery of stdin; `undefined`: no limit. */
  readonly limitMs: number | undefined;
  readonly signal: AbortSignal | undefined;
  /** `NAME=value`, set for this run alone, by which its processes are found (P10). */
  readonly marker: readonly [name: string, value: string];
  /** Where output goes that is too much for memory; names the session too. */
  readonly spillFolder: string;
  /** Windows: keep the program's arguments as they are. */
  readonly windowsVerbatimArguments?: boolean;
}

export interface ProcessResult {
  readonly end: RunEnd;
  readonly stdout: CapturedText;
  readonly stderr: CapturedText;
  readonly notes: readonly string[];
}

/** A process under way. */
export interface RunningProcess {
  readonly pid: number | undefined;
  /** The end, whatever it is. Never rejects. */
  readonly finished: Promise<ProcessResult>;
  /** The first complete JSON object on stdout that asks for the background (P12), if one comes. */
  readonly asked: Promise<FirstObject>;
  /** Whether it is alive and has said nothing yet. */
  isWaiting(): boolean;
  /** Gives it its stdin, from which its limit counts. */
  deliver(stdin: string, limitMs: number | undefined): void;
  /** Sets another limit, counted from now; `undefined`: none. */
  limit(ms: number | undefined): void;
  /** Ends the whole tree as at the limit. */
  cancel(): void;
}

/** P9: how long output may still come after exit when a child holds the pipes. */
const drainMs = 500;
/** P10: how long a process may take to heed SIGTERM. */
const killAfterMs = 1500;

/**
 * Runs one process to its end and answers with the facts.
 *
 * 1. The program starts in a process group and session of its own.
 * 2. stdin gets the text and is closed; a program that does not read it is no error (P6).
 * 3. The run ends when the process has exited and its output is drained, or 500 ms after exit (P9).
 * 4. At the limit or on abort the whole tree gets SIGTERM, later SIGKILL, and the caller goes on at
 *    once (P10).
 */
export function startProcess(request: ProcessRequest, spawn: Spawn, clock: Clock): RunningProcess {
  const [name, value] = request.marker;
  const child = spawn(request.program, request.args, {
    cwd: request.cwd,
    env: { ...request.env, [name]: value },
    detached: true,
    windowsHide: true,
    ...(request.windowsVerbatimArguments ? { windowsVerbatimArguments: true } : {}),
  });
  const mark: TreeMark = { pid: child.pid ?? -1, marker: `${name}=${value}` };
  const forget = child.pid === undefined ? () => {} : remember(mark, request.spillFolder);
  const asked = Promise.withResolvers<FirstObject>();
  const finished = Promise.withResolvers<ProcessResult>();
  const notes: string[] = [];
  let settled = false;
  let stopLimit = () => {};
  let stopDrain = () => {};

  const look = firstObject(asked.resolve);
  const stdout = capture(child.stdout, join(request.spillFolder, `${value}-stdout.txt`), () =>
    look(stdout.text),
  );
  const stderr = capture(child.stderr, join(request.spillFolder, `${value}-stderr.txt`));

  const settle = (end: RunEnd) => {
    if (settled) return;
    settled = true;
    stopLimit();
    stopDrain();
    request.signal?.removeEventListener("abort", cancel);
    finished.resolve({ end, stdout: stdout.finish(), stderr: stderr.finish(), notes });
    release(child);
  };
  const endTree = () => {
    signalTree(mark, "SIGTERM");
    const kill = () => {
      signalTree(mark, "SIGKILL");
      forget();
    };
    clock.after(killAfterMs, kill, { idle: true });
  };
  const cancel = () => {
    if (settled) return;
    endTree();
    settle({ how: "cancelled" });
  };
  const limit = (limitMs: number | undefined) => {
    stopLimit();
    if (limitMs === undefined || settled) return;
    stopLimit = clock.after(limitMs, () => {
      endTree();
      settle({ how: "timedOut", limitMs });
    });
  };

  child.on("error", (error) => {
    forget();
    settle(startFailure(error));
  });
  child.on("exit", (code, signal) => {
    const end: RunEnd =
      code === null ? { how: "killed", signal: signal ?? "unknown" } : { how: "exited", code };
    stopDrain = clock.after(drainMs, () => {
      notes.push(...holders(mark));
      settle(end);
    });
    if (!settled) forget();
  });
  child.once("close", (code, signal) =>
    settle(
      code === null ? { how: "killed", signal: signal ?? "unknown" } : { how: "exited", code },
    ),
  );
  child.stdin.on("error", () => {});
  const deliver = (stdin: string, limitMs: number | undefined) => {
    child.stdin.end(stdin);
    limit(limitMs);
  };
  if (request.stdin !== undefined) deliver(request.stdin, request.limitMs);
  request.signal?.addEventListener("abort", cancel, { once: true });
  if (request.signal?.aborted) cancel();
  return {
    pid: child.pid,
    finished: finished.promise,
    asked: asked.promise,
    isWaiting: () =>
      !settled &&
      child.pid !== undefined &&
      isRunning(child.pid) &&
      stdout.text() + stderr.text() === "",
    deliver,
    limit,
    cancel,
  };
}

/** Runs a process whose output is only wanted whole. */
export const runProcess = (request: ProcessRequest, spawn: Spawn, clock: Clock) =>
  startProcess(request, spawn, clock).finished;

function startFailure(error: Error): RunEnd {
  const missing = "code" in error && error.code === "ENOENT";
  return { how: missing ? "notFound" : "couldNotStart", cause: error.message };
}

/** P13: who still holds a pipe of a hook that has exited. */
const holders = (mark: TreeMark): readonly string[] =>
  processTree(mark).map((pid) => `a pipe is held open by process ${pid} (${commandOf(pid)})`);

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return "gone";
  }
}

/**
 * Lets go of a process that a child of it may outlive: what the child still
 * writes is read and dropped, so that it does not die of a closed pipe, and
 * none of it keeps the host from ending.
 */
function release(child: ChildProcessWithoutNullStreams): void {
  child.stdin.destroy();
  for (const stream of [child.stdout, child.stderr]) {
    stream.removeAllListeners("data");
    stream.resume();
    if ("unref" in stream && typeof stream.unref === "function") stream.unref();
  }
  child.unref();
}
