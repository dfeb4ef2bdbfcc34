import type { PlannedRun } from "./run-plan.ts";

/** What a stream carried: the text, its full size, and whether the text is all of it (P11). */
export interface CapturedText {
  readonly text: string;
  readonly bytes: number;
  readonly complete: boolean;
  /** Its end, if it was too much to keep in memory and the request asked for it. */
  readonly endText?: string;
  /** The file with all of it, up to 64 MiB, if it was too much to keep in memory. */
  readonly file?: string;
}

/** How a run ended. */
export type RunEnd =
  | { readonly how: "exited"; readonly code: number }
  | { readonly how: "killed"; readonly signal: string }
  | { readonly how: "timedOut"; readonly limitMs: number }
  | { readonly how: "cancelled" }
  | { readonly how: "couldNotStart"; readonly cause: string }
  /** The program does not exist. */
  | { readonly how: "notFound"; readonly cause: string }
  /** An address answered. */
  | { readonly how: "responded"; readonly status: number }
  /** A model or code answered; see `answer`. */
  | { readonly how: "answered" }
  /** A model gave no answer, or code threw. */
  | { readonly how: "failed"; readonly cause: string }
  /** Code threw an AbortError, or an agent ended without an answer (H3, H6). */
  | { readonly how: "gaveUp"; readonly cause: string }
  /** It continues in the background; its later output is not here (P12). */
  | { readonly how: "background" };

/** A process as it was started, so that it can be started again. */
export interface StartedProcess {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The variables that belong to this hook, besides the environment of the host. */
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * What happened when one hook ran: facts only, no opinion about them.
 *
 * Contract: a failed run is a value with every fact, never an exception.
 */
export interface HookRun {
  readonly planned: PlannedRun;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly end: RunEnd;
  /** What a process printed, an address answered or an MCP tool returned. */
  readonly stdout: CapturedText;
  readonly stderr: CapturedText;
  /** What a model or code answered. */
  readonly answer?: unknown;
  /** The process, if one was started. */
  readonly started?: StartedProcess;
  /** What else is worth knowing: a withheld variable, a child that holds a pipe. */
  readonly notes: readonly string[];
  /** What the user sees, however the run ended. */
  readonly warnings?: readonly string[];
}
