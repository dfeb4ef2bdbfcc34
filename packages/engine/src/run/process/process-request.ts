import type { ChildProcess, ChildProcessByStdio, SpawnOptions } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { CapturedText, RunEnd } from "../../stages/hook-run.ts";
import type { BackgroundRequest } from "./background-request.ts";

/** A started process. It has no `stdin` if its input is a file. */
export type Child = ChildProcessByStdio<Writable | null, Readable, Readable>;

/** Starts a program, like `spawn` of `node:child_process`. */
export type Spawn = (
  program: string,
  args: readonly string[],
  options: SpawnOptions,
) => ChildProcess;

/** What depends on the system. */
export interface StartOptions {
  /** In a separate process group and session. */
  readonly detached: boolean;
  readonly windowsHide: boolean;
}

export interface ProcessRequest {
  readonly program: string;
  readonly args: readonly string[];
  readonly options?: StartOptions;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `undefined`: the process waits for `deliver`, and does not keep the host alive meanwhile. */
  readonly stdin: string | undefined;
  /** Starts with the delivery of stdin; `undefined`: no limit. */
  readonly limitMs: number | undefined;
  readonly signal: AbortSignal | undefined;
  /** A variable, and a word that is added to its value for this run only, to find its processes (P10). */
  readonly marker: readonly [name: string, word: string];
  /** Where output goes that is too long for memory. */
  readonly spillFolder: string;
  /** Whether the end of output that is too long for memory is in the result as well. */
  readonly keepsEnd?: boolean;
  /** The session the run belongs to. */
  readonly owner?: symbol;
  /** Called with the beginning of what was printed so far, at most once in `outputEveryMs` and if there is more. */
  readonly onOutput?: ((output: PartialOutput) => void) | undefined;
  readonly outputEveryMs?: number | undefined;
  /** Whether the process can request to continue in the background (P12). */
  readonly allowBackground?: boolean;
}

export interface PartialOutput {
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProcessResult {
  readonly end: RunEnd;
  /** Without the background request. */
  readonly stdout: CapturedText;
  readonly stderr: CapturedText;
  readonly notes: readonly string[];
}

/** A process under way. */
export interface RunningProcess {
  /** How it ended. Never rejects. */
  readonly finished: Promise<ProcessResult>;
  /** What comes first: the end, or a request to continue in the background (P12). Never rejects. */
  readonly first: Promise<
    { readonly result: ProcessResult } | { readonly background: BackgroundRequest }
  >;
  /** Its pid, once it is known; it is also the id of its process group. */
  pid(): number | undefined;
  /**
   * Writes the stdin of a process that waits for it, and starts its limit. Returns whether it did: not if
   * the process has ended or has printed something.
   */
  deliver(stdin: string, limitMs: number | undefined): Promise<boolean>;
  /** Sets another limit that starts now; `undefined`: none. */
  limit(ms: number | undefined): void;
  /** Ends the whole tree as at the limit. */
  cancel(): void;
  /** For a run that was ended: waits until its process group is empty, up to a time limit. */
  groupGone(): Promise<void>;
}

/** Starts a process; how and where is decided elsewhere. */
export type StartProcess = (request: ProcessRequest) => RunningProcess;

/** Calls back about the processes of a run, which may live longer than the run. */
export interface ProcessObserver {
  /** The first process has started; with its start time the pid identifies it. */
  onStart?(process: {
    readonly pid: number;
    readonly startedAt: number | undefined;
    readonly pipes: readonly string[];
  }): void;
  /** What the process has printed so far, if the request asks for it. */
  onOutput?(output: PartialOutput): void;
  /** The first process has exited by itself; what it left behind is its own (P13). */
  onExit?(): void;
  /** The run was ended, and all its processes are gone. */
  onGone?(): void;
}
