import { ModelError } from "../model/model.ts";
import type { TerminalReason, TurnResult } from "./agent-event.ts";
import type { TurnEnd } from "./run-turn.ts";
import type { TurnTally } from "./turn-tally.ts";

/** How one input ended, before it becomes a `result`. */
export interface InputEnd extends TurnEnd {
  readonly errors?: readonly string[];
}

const subtypes: Readonly<Partial<Record<TerminalReason, TurnResult["subtype"]>>> = {
  max_turns: "error_max_turns",
  aborted_tools: "error_during_execution",
  aborted_streaming: "error_during_execution",
};

/** What the user has to be told of an end that has no text. */
const errorsOf: Readonly<Partial<Record<TerminalReason, readonly string[]>>> = {
  max_turns: ["the limit of --max-turns was reached before the agent was done"],
};

/** G9, G11: the `result` of one input. */
export function resultOf(
  { terminal, text, stopReason, failed, errors = failed ? [text] : errorsOf[terminal] }: InputEnd,
  tally: TurnTally,
  facts: Pick<TurnResult, "durationMs" | "untrustedHooks">,
): TurnResult {
  const subtype = failed ? "error_during_execution" : (subtypes[terminal] ?? "success");
  return {
    subtype,
    isError: subtype !== "success" || terminal === "api_error",
    result: text,
    numTurns: tally.numTurns,
    apiDurationMs: Math.round(tally.apiDurationMs),
    usage: tally.usage,
    stopReason,
    terminalReason: terminal,
    permissionDenials: tally.denials,
    errors: errors ?? [],
    ...facts,
  };
}

/** An interrupt and a model that does not answer end an input; anything else is a fault of ours. */
export function endOfError(error: unknown, signal: AbortSignal, tally: TurnTally): InputEnd {
  if (signal.aborted) {
    tally.numTurns += 1;
    return { terminal: "aborted_streaming", text: "", stopReason: null };
  }
  if (!(error instanceof ModelError)) throw error;
  const text = `The model did not answer: ${error.message}`;
  return { terminal: "api_error", text, stopReason: null, errors: [error.message] };
}
