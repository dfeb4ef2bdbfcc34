import type { AnyHandler } from "@snaphook/protocol";
import type { ConfiguredHook, HookRef } from "./snapshot.ts";

/** One run to make. */
export interface PlannedRun {
  /** Place in the plan; the fold goes by it, whatever finishes first (P3). */
  readonly order: number;
  readonly hook: ConfiguredHook;
  /** The handler to run: the hook's own, made safer by those merged into it (P4). */
  readonly handler: AnyHandler;
  /** How long it may take; `undefined`: no limit. */
  readonly limitMs: number | undefined;
  /** The hook needs trust, and the session has it from `--trust-project` (T2). */
  readonly trustedByFlag?: true;
}

/** A hook that does not run because an identical one does. */
export interface MergedHook {
  readonly hook: ConfiguredHook;
  readonly into: HookRef;
}

/**
 * What will run, in which order, under which limits.
 *
 * Contract: all lanes start together (P1); the runs of one lane follow each
 * other (P2); `order` counts all runs from 0 without a gap; every admitted
 * hook is in exactly one run or in `merged`.
 */
export interface RunPlan {
  readonly lanes: readonly (readonly PlannedRun[])[];
  readonly merged: readonly MergedHook[];
}
