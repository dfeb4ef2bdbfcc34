import type { ConfiguredHook } from "./snapshot.ts";

/** One run to make. */
export interface PlannedRun {
  /** Place in the plan; the fold goes by it, whatever finishes first (P3). */
  readonly order: number;
  readonly hook: ConfiguredHook;
  /** How long it may take. */
  readonly limitMs: number;
}

/**
 * What will run, in which order, under which limits.
 *
 * Contract: all lanes start together (P1); the runs of one lane follow each
 * other (P2); `order` counts all runs from 0 without a gap.
 */
export interface RunPlan {
  readonly lanes: readonly (readonly PlannedRun[])[];
}
