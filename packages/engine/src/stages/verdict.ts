import type { Opinion } from "@snaphook/protocol";
import type { HookRun } from "./hook-run.ts";
import type { HookRef } from "./snapshot.ts";

/**
 * Who a text is for (F6): the model, the user in the normal view, the user in
 * the verbose view, or only the log. The verbose view shows what the
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
  | "warning"
  /** A hook did not run although the event selects it. */
  | "held";

/** A text and who sees it. */
export interface Message {
  readonly audience: Audience;
  readonly kind: MessageKind;
  readonly text: string;
  /** The hook it comes from. */
  readonly hook: HookRef;
  /** Goes with a later request to the model, not with this one. */
  readonly later?: true;
  /** Too long: the text is replaced by its beginning and the path of the whole text (P11). */
  readonly cut?: true;
  /** The file with the whole text, up to 64 MiB, if `text` is only a part. */
  readonly file?: string;
  /** How many bytes the hook printed, if `text` was already cut when it was read. */
  readonly printedBytes?: number;
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
  /** Cancelled by the hook itself; the action proceeds. */
  | "gave-up"
  | "cancelled";

export interface Failure {
  readonly kind: FailureKind;
  readonly detail: string;
}

/** A request to end the turn. */
interface Stop {
  readonly reason: string;
  /** The block itself ends the turn: the action is stopped instead of refused (section 12 of the contract, prompts). */
  readonly byBlock?: true;
}

/**
 * What one run means.
 *
 * Contract: made from the run and the profile alone. A failure has no opinion,
 * unless the hook says that failing refuses (H8); where the profile accepts an
 * answer despite the failure, both are here. A deliberate refusal alone is not a
 * failure.
 */
export interface Verdict {
  readonly run: HookRun;
  /** P16: how the run is recorded. */
  readonly ending: "success" | "blocking" | "non-blocking-error" | "cancelled";
  /** U3: its result in `hook_response` records; an answer that blocks is a success there. */
  readonly recorded: "success" | "error" | "cancelled";
  readonly opinion: Opinion;
  /** `continue: false` was answered, or a block that ends the turn. */
  readonly stop: Stop | undefined;
  readonly failure: Failure | undefined;
  /** What looks like an answer and has no effect; the user sees it too. */
  readonly warnings: readonly string[];
  readonly messages: readonly Message[];
}
