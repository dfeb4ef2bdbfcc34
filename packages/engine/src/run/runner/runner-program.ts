/**
 * The program of the runner: a small process that starts processes for its host, because starting one from
 * a large process takes long. `npm run generate` turns this file and what it imports into a text.
 *
 * It lives as long as the pipe from the host is open. Then it ends everything it started, and itself.
 */
import { spawn } from "node:child_process";
import { Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { brand } from "@snaphook/protocol";
import { systemClock } from "../clock.ts";
import { killAllRuns, type LiveRun, trackRun, untrackRun } from "../process/live-runs.ts";
import { markedTree, type RunMark } from "../process/marked-tree.ts";
import { type RunningProcess, startProcess } from "../process/run-process.ts";
import {
  encode,
  type FromRunner,
  messageReader,
  type RunnerRequest,
  type ToRunner,
} from "./messages.ts";

/** Where the host has the pipe. */
const pipeDescriptor = 3;
/** How long a fork storm can keep the runner busy after the host is gone. */
const maxEndingMs = 1500;

process.title = `${brand.command}-runner`;
// They are meant for the host; when it dies of one, the pipe closes.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR2"] as const)
  process.on(signal, () => {});

const host = new Socket({ fd: pipeDescriptor, readable: true, writable: true });
let isCollecting = false;
/** What a run causes in one turn of the event loop is sent together: each write wakes the host. */
function send(message: FromRunner): void {
  if (!isCollecting) {
    isCollecting = true;
    host.cork();
    setImmediate(flush);
  }
  host.write(encode(message));
}
function flush(): void {
  isCollecting = false;
  host.uncork();
}
const running = new Map<number, RunningProcess>();
/** Runs that were ended, until the host has asked for their processes. */
const ended = new Map<number, RunningProcess>();
/** Runs that the host started itself. */
const guarded = new Map<number, LiveRun>();

function start(id: number, request: RunnerRequest): void {
  const started = startProcess({ ...request, signal: undefined }, spawn, systemClock, {
    onStart: ({ pid, startedAt, pipes }) => send({ is: "started", id, pid, startedAt, pipes }),
    onOutput: (output) => send({ is: "output", id, ...output }),
    onExit: () => send({ is: "exited", id }),
    onGone: () => {
      ended.delete(id);
      send({ is: "gone", id });
    },
  });
  running.set(id, started);
  void started.first.then((first) => {
    if ("background" in first) send({ is: "background", id, background: first.background });
  });
  void started.finished.then((result) => {
    running.delete(id);
    if (result.end.how === "cancelled" || result.end.how === "timedOut") ended.set(id, started);
    send({ is: "finished", id, result });
  });
}

function guard(id: number, mark: RunMark): void {
  const run: LiveRun = { tree: markedTree(mark), owner: undefined, onGone() {} };
  guarded.set(id, run);
  trackRun(run);
}

function unguard(id: number): void {
  const run = guarded.get(id);
  guarded.delete(id);
  if (run) untrackRun(run);
}

async function deliver(id: number, stdin: string, limitMs: number | undefined): Promise<void> {
  // Lets the event loop read what the process wrote meanwhile.
  await turn();
  const accepted = (await running.get(id)?.deliver(stdin, limitMs)) ?? false;
  send({ is: "delivered", id, accepted });
}

async function reportGroup(id: number): Promise<void> {
  await ended.get(id)?.groupGone();
  ended.delete(id);
  send({ is: "group-gone", id });
}

function handle(message: ToRunner): void {
  const { id } = message;
  if (message.do === "start") start(id, message.request);
  if (message.do === "deliver") void deliver(id, message.stdin, message.limitMs);
  if (message.do === "limit") running.get(id)?.limit(message.limitMs);
  if (message.do === "cancel") running.get(id)?.cancel();
  if (message.do === "await-group") void reportGroup(id);
  if (message.do === "guard") guard(id, message.mark);
  if (message.do === "unguard") unguard(id);
}

function end(): void {
  killAllRuns(maxEndingMs);
  process.exit();
}

process.on("uncaughtException", (error) => {
  // Written at once: nothing is written after the exit.
  send({ is: "crashed", why: error.message });
  flush();
  end();
});
host.on("data", messageReader(handle));
host.on("error", end);
host.on("end", end);
host.on("close", end);
send({ is: "ready" });
