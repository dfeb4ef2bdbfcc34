import type { RunEnd } from "../../stages/hook-run.ts";
import type { Clock } from "../clock.ts";
import { closePipes, startChild } from "./child.ts";
import { type LiveRun, trackRun, waitForRunsToEnd } from "./live-runs.ts";
import type { ProcessRequest, Spawn } from "./process-request.ts";
import { pipesOf, startOf } from "./process-table.ts";
import { processTree } from "./process-tree.ts";

/** A process that runs for long and answers on its pipes, such as an MCP server. */
export interface ServerRequest
  extends Pick<ProcessRequest, "program" | "args" | "cwd" | "env" | "marker" | "spillFolder"> {
  readonly onStdout: (chunk: Buffer) => void;
  readonly onStderr: (chunk: Buffer) => void;
}

export interface ServerProcess {
  /** Its pid, if it was started. */
  readonly pid: number | undefined;
  /** How it ended, or why it did not start. Never rejects. */
  readonly ended: Promise<RunEnd>;
  /** Resolves when the system has taken the text; rejects if the process no longer reads. */
  write(text: string): Promise<void>;
  /** Closes its stdin, which asks it to exit; later ends the whole tree. Resolves when no process is left. */
  end(): Promise<void>;
}

export type StartServer = (request: ServerRequest) => ServerProcess;

/** How long a server has to exit by itself once its stdin is closed. */
const exitMs = 500;

/**
 * Starts a server in a separate process group and session. Everything that it started ends with it, also when it
 * exits by itself, and all of it ends with the host (P10, P13).
 */
export function startServer(request: ServerRequest, spawn: Spawn, clock: Clock): ServerProcess {
  const { marker, spillFolder, onStdout, onStderr } = request;
  const whole: ProcessRequest = {
    ...request,
    stdin: undefined,
    limitMs: undefined,
    signal: undefined,
  };
  const started = startChild(whole, spawn);
  if ("failed" in started) return notStarted(started.failed);
  const { child, pid } = started;
  // No folder: a server runs for long, and cleared processes in it may be those of hooks.
  const traits = { pid, marker, pipes: pipesOf(pid), outputFolder: spillFolder, cwd: "/" };
  const isHeld = () => child.exitCode === null && child.signalCode === null;
  const tree = processTree({ ...traits, isHeld });
  const ended = Promise.withResolvers<RunEnd>();
  const owner = Symbol("server");
  const mark = () => ({ ...traits, startedAt: startOf(pid) });
  const run: LiveRun = { tree, owner, onGone: () => closePipes(child), mark };
  trackRun(run);

  let ending: Promise<void> | undefined;
  /** P10: SIGTERM for the whole tree, later SIGKILL. */
  const endTree = (): Promise<void> => {
    if (ending === undefined) {
      tree.signal("SIGTERM");
      ending = waitForRunsToEnd(owner, clock);
    }
    return ending;
  };
  child.on("error", () => {});
  child.stdin?.on("error", () => {});
  child.stdout.on("data", onStdout);
  child.stderr.on("data", onStderr);
  child.stdout.on("error", () => {});
  child.stderr.on("error", () => {});
  child.on("exit", (code, signal) => {
    // What it wrote last is read first.
    setImmediate(() => {
      ended.resolve(
        code === null ? { how: "killed", signal: signal ?? "unknown" } : { how: "exited", code },
      );
      void endTree();
    });
  });
  return {
    pid,
    ended: ended.promise,
    write: (text) =>
      new Promise((resolve, reject) => {
        const { stdin } = child;
        if (!stdin?.writable) reject(new Error("the process no longer reads its input"));
        else stdin.write(text, (error) => (error ? reject(error) : resolve()));
      }),
    async end() {
      child.stdin?.end();
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const stopWaiting = clock.after(exitMs, resolve);
      await Promise.race([ended.promise, late]);
      stopWaiting();
      await endTree();
    },
  };
}

/** A process that did not start. */
const notStarted = (ended: Promise<RunEnd>): ServerProcess => ({
  pid: undefined,
  ended,
  write: () => Promise.reject(new Error("the process was not started")),
  end: async () => {},
});
