import type { PlannedRun } from "./run-plan.ts";

/** What a stream carried: the text, its full size, and whether the text is all of it (P11). */
export interface CapturedText {
  readonly text: string;
  readonly bytes: number;
  readonly complete: boolean;
}

/** How a run came to its end. */
export type RunEnd =
  | { readonly how: "exited"; readonly code: number }
  | { readonly how: "killed"; readonly signal: string }
  | { readonly how: "timedOut"; readonly limitMs: number }
  | { readonly how: "cancelled" }
  | { readonly how: "couldNotStart"; readonly cause: string };

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
  readonly stdout: CapturedText;
  readonly stderr: CapturedText;
}
