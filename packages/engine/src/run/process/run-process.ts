import type { ChildProcessWithoutNullStreams, SpawnOptionsWithoutStdio } from "node:child_process";
import type { Clock } from "../../clock.ts";
import type { CapturedText, RunEnd } from "../../stages/hook-run.ts";
import { capture } from "./capture.ts";

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
  readonly stdin: string;
  /** `undefined`: no limit. */
  readonly limitMs: number | undefined;
  readonly signal: AbortSignal | undefined;
}

export interface ProcessResult {
  readonly end: RunEnd;
  readonly stdout: CapturedText;
  readonly stderr: CapturedText;
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
 * 4. At the limit or on abort the group gets SIGTERM, later SIGKILL, and the caller goes on at once (P10).
 */
export function runProcess(
  request: ProcessRequest,
  spawn: Spawn,
  clock: Clock,
): Promise<ProcessResult> {
  return new Promise((resolve) => {
    const child = spawn(request.program, request.args, {
      cwd: request.cwd,
      env: request.env,
      detached: true,
    });
    const stdout = capture(child.stdout);
    const stderr = capture(child.stderr);
    let settled = false;
    let stopDrain = () => {};

    const settle = (end: RunEnd) => {
      if (settled) return;
      settled = true;
      stopLimit();
      stopDrain();
      request.signal?.removeEventListener("abort", abort);
      resolve({ end, stdout: stdout(), stderr: stderr() });
      release(child);
    };
    const endTree = () => {
      signalGroup(child, "SIGTERM");
      const stopKill = clock.after(killAfterMs, () => signalGroup(child, "SIGKILL"));
      child.once("close", stopKill);
    };
    const abort = () => {
      endTree();
      settle({ how: "cancelled" });
    };
    const { limitMs } = request;
    const stopLimit =
      limitMs === undefined
        ? () => {}
        : clock.after(limitMs, () => {
            endTree();
            settle({ how: "timedOut", limitMs });
          });

    child.on("error", (error) => settle({ how: "couldNotStart", cause: error.message }));
    child.on("exit", (code, signal) => {
      const end: RunEnd =
        code === null ? { how: "killed", signal: signal ?? "unknown" } : { how: "exited", code };
      stopDrain = clock.after(drainMs, () => settle(end));
      child.once("close", () => settle(end));
    });
    child.stdin.on("error", () => {});
    child.stdin.end(request.stdin);
    request.signal?.addEventListener("abort", abort, { once: true });
    if (request.signal?.aborted) abort();
  });
}

function signalGroup(child: ChildProcessWithoutNullStreams, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is gone, which is what was wanted.
  }
}

/** Lets the host end although a child of the hook still holds a pipe. */
function release(child: ChildProcessWithoutNullStreams): void {
  child.stdin.destroy();
  child.stdout.destroy();
  child.stderr.destroy();
  child.unref();
}
