import type { ChildProcess, ChildProcessByStdio, SpawnOptions } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { CapturedText, RunEnd } from "../../stages/hook-run.ts";
import type { FirstObject } from "./first-object.ts";

/** A process that was started. What it is to read may be a file it was given; then there is no `stdin`. */
export type Child = ChildProcessByStdio<Writable | null, Readable, Readable>;

/** Starts a program; `node:child_process` has it. */
export type Spawn = (
  program: string,
  args: readonly string[],
  options: SpawnOptions,
) => ChildProcess;

/** What depends on the system. */
export interface StartOptions {
  /** In a process group and session of its own. */
  readonly detached: boolean;
  readonly windowsHide: boolean;
}

export interface ProcessRequest {
  readonly program: string;
  readonly args: readonly string[];
  readonly options?: StartOptions;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `undefined`: the process waits until it is delivered, and does not keep the host from ending. */
  readonly stdin: string | undefined;
  /** Counted from the delivery of stdin; `undefined`: no limit. */
  readonly limitMs: number | undefined;
  readonly signal: AbortSignal | undefined;
  /** A variable, and the word that is added to its value for this run alone: its processes are found by it (P10). */
  readonly marker: readonly [name: string, word: string];
  /** Where output goes that is too much for memory. */
  readonly spillFolder: string;
  /** Whose run it is: one owner's runs can be waited for. */
  readonly owner?: symbol;
  /** Heeds a first object on stdout that asks for the background (P12). */
  readonly mayAsk?: boolean;
}

export interface ProcessResult {
  readonly end: RunEnd;
  /** Without the object that asked for the background. */
  readonly stdout: CapturedText;
  readonly stderr: CapturedText;
  readonly notes: readonly string[];
}

/** A process under way. */
export interface RunningProcess {
  /** The end, whatever it is. Never rejects. */
  readonly finished: Promise<ProcessResult>;
  /** What comes first: the end, or the wish to go on in the background (P12). Never rejects. */
  readonly first: Promise<{ readonly result: ProcessResult } | { readonly asked: FirstObject }>;
  /** Whether it is alive and has said nothing yet. */
  isWaiting(): boolean;
  /** Gives it its stdin, from which its limit counts. */
  deliver(stdin: string, limitMs: number | undefined): void;
  /** Sets another limit, counted from now; `undefined`: none. */
  limit(ms: number | undefined): void;
  /** Ends the whole tree as at the limit. */
  cancel(): void;
}
