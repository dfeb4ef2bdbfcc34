import type { Opinion } from "@snaphook/protocol";
import type { HookRun } from "./hook-run.ts";
import type { HookRef } from "./snapshot.ts";

/** Who a text is for (F6). */
export type Audience = "model" | "user" | "log";

/** A text and who sees it. */
export interface Message {
  readonly audience: Audience;
  readonly text: string;
  /** The hook it comes from. */
  readonly hook: HookRef;
}

/** Why a run gave no answer. A deliberate refusal is not a failure. */
export type FailureKind =
  | "could-not-start"
  | "timed-out"
  | "killed"
  | "exit-code"
  | "invalid-output"
  | "cancelled";

/**
 * What one run means.
 *
 * Contract: made from the run and the profile alone; a failed run has a
 * `failure` and the opinion "none".
 */
export interface Verdict {
  readonly run: HookRun;
  /** P16: how the run counts in records. */
  readonly ending: "success" | "blocking" | "non-blocking-error" | "cancelled";
  readonly opinion: Opinion;
  /** `continue: false` was answered. */
  readonly stop: { readonly reason: string } | undefined;
  readonly failure: { readonly kind: FailureKind; readonly detail: string } | undefined;
  readonly messages: readonly Message[];
}
