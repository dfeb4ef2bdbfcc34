import type { Profile } from "@snaphook/protocol";
import type { ToolUseBlock } from "../conversation/message.ts";
import { ModelError, UnusableAnswer } from "../model/model.ts";
import type { EndReason, TerminalReason, TurnResult } from "./agent-event.ts";
import type { Prompt } from "./prompt.ts";
import type { TurnTally } from "./turn-tally.ts";

/** How a turn ended, before that becomes a `result`. */
export interface TurnEnd {
  readonly terminal: TerminalReason;
  readonly text: string;
  /** Why the model's last answer ended; `null` when it was not asked. */
  readonly stopReason: string | null;
  readonly errors: readonly string[];
  /** Set where it does not follow from the terminal reason. */
  readonly subtype?: TurnResult["subtype"];
  /** The call that a hook deferred. */
  readonly deferredCall?: ToolUseBlock;
  /** G5: a hook refused the prompt; the model never saw it. */
  readonly promptRefused?: true;
  /** The user interrupted before the model began to answer these. */
  readonly withdrawnPrompts?: readonly Prompt[];
  /** E15: the session ends after this input, for this reason. */
  readonly endsSession?: EndReason;
}

const subtypes: Readonly<Partial<Record<TerminalReason, TurnResult["subtype"]>>> = {
  max_turns: "error_max_turns",
  aborted_tools: "error_during_execution",
  aborted_streaming: "error_during_execution",
};

/** As recorded, these are errors with the subtype of a success. */
const noAnswer: readonly TerminalReason[] = ["api_error", "unusable_answer"];

/** G9, G11: the `result` of one input. */
export function turnResult(
  {
    terminal,
    text,
    stopReason,
    errors,
    deferredCall,
    promptRefused,
    withdrawnPrompts,
    endsSession,
    subtype = subtypes[terminal] ?? "success",
  }: TurnEnd,
  tally: TurnTally,
  facts: Pick<TurnResult, "durationMs" | "untrustedHooks" | "spending" | "structuredOutput">,
): TurnResult {
  return {
    subtype,
    isError: subtype !== "success" || noAnswer.includes(terminal),
    result: text,
    numTurns: tally.numTurns,
    apiDurationMs: Math.round(tally.apiDurationMs),
    usage: tally.usage,
    stopReason,
    terminalReason: terminal,
    permissionDenials: tally.denials,
    errors,
    ...(tally.promptUuids.length > 0 && { promptUuids: tally.promptUuids }),
    ...(deferredCall && { deferredCall }),
    ...(promptRefused && { promptRefused }),
    ...(withdrawnPrompts && { withdrawnPrompts }),
    ...(endsSession && { endsSession }),
    ...facts,
  };
}

/** A turn that ended normally. */
export const endedTurn = (
  terminal: TerminalReason,
  text: string,
  stopReason: string | null,
): TurnEnd => ({ terminal, text, stopReason, errors: [] });

/** A turn that a hook stopped: it ends normally (G10), or the whole run fails with the reason (V2). */
export function stoppedTurn(
  { stopEnds }: Pick<Profile, "stopEnds">,
  { reason }: { readonly reason: string },
  {
    text,
    stopReason,
    terminal = "hook_stopped",
  }: Pick<TurnEnd, "text" | "stopReason"> & {
    readonly terminal?: TerminalReason;
  },
): TurnEnd {
  if (stopEnds === "turn") return endedTurn(terminal, text, stopReason);
  const subtype = "error_during_execution";
  return { terminal, text: reason, stopReason, errors: [reason], subtype };
}

/** Why a turn that was interrupted has no result. */
export const interrupted = "the turn was interrupted before it was done";

/** A turn that the user interrupted while no tool ran. */
export function interruptedTurn(tally: TurnTally): TurnEnd {
  tally.numTurns += 1;
  return { ...endedTurn("aborted_streaming", "", null), errors: [interrupted] };
}

/** An interrupt or a model that does not answer ends the input; anything else is a bug and is thrown. */
export function failedTurn(error: unknown, signal: AbortSignal, tally: TurnTally): TurnEnd {
  if (signal.aborted) return interruptedTurn(tally);
  if (!(error instanceof ModelError)) throw error;
  const errors = [error.message];
  if (error instanceof UnusableAnswer)
    return { ...endedTurn("unusable_answer", error.text, null), errors };
  const text = `The model did not answer: ${error.message}`;
  return { ...endedTurn("api_error", text, null), errors };
}
