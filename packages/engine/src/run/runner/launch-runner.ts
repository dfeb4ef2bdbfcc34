import { spawn } from "node:child_process";
import type { Socket } from "node:net";
import { brand } from "@snaphook/protocol";
import { runnerSource } from "../../generated/runner-source.ts";
import {
  encode,
  type FromRunner,
  messageReader,
  type RunReport,
  type ToRunner,
} from "./messages.ts";

/** The host's side of a run. */
interface RemoteRun {
  onReport(report: RunReport): void;
  /** The runner is gone, and with it every later report. */
  onLost(why: string): void;
}

/** A runner process and the pipe to it. */
export interface Runner {
  readonly pid: number | undefined;
  /**
   * It runs in a sandbox with its processes: their pids mean nothing here, all of them end with it, and what
   * it sends may come from a process that it started.
   */
  readonly isSealed: boolean;
  isReady(): boolean;
  /** Registers a run and returns its id; a run that was removed can be registered again. */
  add(run: RemoteRun, id?: number): number;
  /** No more reports are expected for it. */
  remove(id: number): void;
  send(message: ToRunner): void;
  /** Keeps the host alive until it is released as often. */
  hold(): void;
  release(): void;
  /** Closes the pipe: the runner ends what it started, and itself. */
  close(): void;
  /** For a runner that does not answer. */
  kill(why: string): void;
}

/** How much of what a sandbox program complains about is kept. */
const maxComplaint = 500;
/** How long to wait for the last messages of a runner that has exited. */
const drainMs = 100;

interface LaunchOptions {
  onReady(): void;
  onEnd(why: string): void;
  /** A program and its arguments that start the runner's program in a sandbox: the runner is sealed. */
  readonly sandbox?: readonly [program: string, ...args: readonly string[]];
}

/** Starts a runner. An idle one does not keep the host alive. */
export function launchRunner({ onReady, onEnd, sandbox }: LaunchOptions): Runner {
  const [program, ...args] = [...(sandbox ?? []), process.execPath, "-"] as const;
  const child = spawn(program, args, {
    cwd: "/",
    // In its own session, so that Ctrl-C in a terminal does not reach it.
    detached: true,
    env: runnerEnvironment(process.env),
    stdio: ["pipe", "ignore", sandbox ? "pipe" : "ignore", "pipe"],
  });
  let complaint = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    complaint = `${complaint}${chunk.toString("utf8")}`.slice(0, maxComplaint);
  });
  (child.stderr as Socket | null)?.unref();
  const runs = new Map<number, RemoteRun>();
  let state: "starting" | "ready" | "ended" = "starting";
  let crash: string | undefined;
  let lastId = 0;
  let holders = 0;

  const end = (why: string) => {
    if (state === "ended") return;
    state = "ended";
    pipe?.destroy();
    onEnd(why);
    for (const run of runs.values()) run.onLost(why);
    runs.clear();
  };
  const onMessage = (message: FromRunner) => {
    if (message.is === "ready") {
      state = "ready";
      onReady();
    } else if (message.is === "crashed") crash = message.why;
    else runs.get(message.id)?.onReport(message);
  };
  child.on("error", (error) => end(`it could not be started: ${error.message}`));
  child.on("exit", (code, signal) => {
    const how = signal === null ? `it exited with code ${code}` : `killed by ${signal}`;
    const why = crash ?? (complaint.trim() || how);
    const timer = setTimeout(end, drainMs, why);
    if (holders === 0) timer.unref();
    child.on("close", () => {
      clearTimeout(timer);
      end(why);
    });
  });
  child.unref();
  const stdin = child.stdin as Socket | null;
  stdin?.on("error", () => {});
  stdin?.end(runnerSource);
  stdin?.unref();
  const pipe = child.stdio[3] as Socket | null | undefined;
  const onBroken = (why: string) => {
    crash ??= why;
    child.kill("SIGKILL");
  };
  pipe?.on("data", messageReader(onMessage, onBroken));
  pipe?.on("error", () => {});
  pipe?.unref();

  return {
    pid: child.pid,
    isSealed: sandbox !== undefined,
    isReady: () => state === "ready",
    add(run, id = ++lastId) {
      runs.set(id, run);
      return id;
    },
    remove: (id) => void runs.delete(id),
    send: (message) => void pipe?.write(encode(message)),
    // Both: when the runner is killed, its pipe closes before its end is known.
    hold() {
      if (holders++ > 0) return;
      pipe?.ref();
      child.ref();
    },
    release() {
      if (--holders > 0) return;
      pipe?.unref();
      child.unref();
    },
    close: () => void pipe?.end(),
    kill(why) {
      crash = why;
      child.kill("SIGKILL");
    },
  };
}

/**
 * Only what the runner itself needs, so no credentials: each run gets its own variables. The marker is
 * there for an agent that runs inside a hook: ending that hook ends its runner too.
 */
function runnerEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = ["TMPDIR", "LD_LIBRARY_PATH", `${brand.environmentPrefix}RUN`];
  const kept = names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]));
  const electron = process.versions["electron"] === undefined ? {} : { ELECTRON_RUN_AS_NODE: "1" };
  return { ...Object.fromEntries(kept), ...electron };
}
