import type { Opinion } from "@snaphook/protocol";
import type { HookRun } from "./hook-run.ts";
import type { HookRef } from "./snapshot.ts";

/**
 * Who a text is for (F6): the model, the user in the normal view, the user in
 * the verbose view, or nobody but the log. The verbose view shows what the
 * model and the normal view get as well, and the log has everything; `seenBy`
 * says so in code.
 */
export type Audience = "model" | "user" | "verbose" | "log";

/** What a text is. */
export type MessageKind =
  | "context"
  | "reason"
  | "stdout"
  | "stderr"
  | "system-message"
  | "stop-reason"
  | "instructions"
  | "failure"
  | "warning";

/** A text and who sees it. */
export interface Message {
  readonly audience: Audience;
  readonly kind: MessageKind;
  readonly text: string;
  /** The hook it comes from. */
  readonly hook: HookRef;
  /** Goes with a later request to the model, not with this one. */
  readonly later?: true;
  /** Too long for the model: it is to get the beginning and where the rest is (P11). */
  readonly cut?: true;
  /** Where all of it is already, when `text` is not all of it. */
  readonly file?: string;
}

/** Why a run gave no answer. A deliberate refusal is not a failure. */
export type FailureKind =
  | "could-not-start"
  | "not-found"
  | "timed-out"
  | "killed"
  | "exit-code"
  | "invalid-output"
  | "wrong-event"
  | "http-status"
  | "model-error"
  | "cancelled";

export interface Failure {
  readonly kind: FailureKind;
  readonly detail: string;
}

/** A wish to end the turn. */
interface Stop {
  readonly reason: string;
  /** It comes of the block itself: what could be refused is stopped and not refused (section 12 of the contract, prompts). */
  readonly byBlock?: true;
}

/**
 * What one run means.
 *
 * Contract: made from the run and the profile alone. A failure has no opinion
 * of its own, unless the hook says that failing refuses (H8); where the profile
 * takes an answer in spite of it, both are here. A deliberate refusal alone is
 * no failure.
 */
export interface Verdict {
  readonly run: HookRun;
  /** P16: how the run counts in records. */
  readonly ending: "success" | "blocking" | "non-blocking-error" | "cancelled";
  /** U3: how it counts in `hook_response` records; an answer that blocks is a success there. */
  readonly recorded: "success" | "error" | "cancelled";
  readonly opinion: Opinion;
  /** `continue: false` was answered, or a block that ends the turn. */
  readonly stop: Stop | undefined;
  readonly failure: Failure | undefined;
  readonly messages: readonly Message[];
}
