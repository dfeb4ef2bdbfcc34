import type { Outcome } from "../stages/outcome.ts";
import type { Message } from "../stages/verdict.ts";

/** A short form of an outcome, for hosts that need no more (V12). */
export interface CombinedResult {
  readonly shouldContinue: boolean;
  /** Why to stop; `undefined` if it should continue. */
  readonly stopReason: string | undefined;
  /** Context for the model, in plan order. */
  readonly additionalContexts: readonly string[];
  /** Messages for the user. */
  readonly systemMessages: readonly string[];
  /** Plain output of hooks: neither a JSON answer nor context (V9). */
  readonly observationalOutput: readonly string[];
}

/**
 * The short form of an outcome. It has no refusals and rewrites, so it is enough only for hooks that
 * observe and add context; for hooks that decide, use the `action` of the outcome.
 *
 * @example
 * const { shouldContinue, stopReason, additionalContexts } = combinedResult(outcome);
 * if (!shouldContinue) throw new Error(stopReason);
 */
export function combinedResult(outcome: Outcome): CombinedResult {
  const texts = (isWanted: (message: Message) => boolean) =>
    outcome.messages.filter(isWanted).map(({ text }) => text);
  const stops = outcome.action === "stop" || ("turn" in outcome && outcome.turn === "stop");
  return {
    shouldContinue: !stops,
    stopReason: stops ? reasonOf(outcome) : undefined,
    additionalContexts: texts(
      ({ audience, kind, later }) =>
        audience === "model" && later !== true && (kind === "context" || kind === "stdout"),
    ),
    systemMessages: texts(({ audience, kind }) => audience === "user" && kind === "system-message"),
    observationalOutput: texts(
      ({ audience, kind, text }) => audience === "verbose" && kind === "stdout" && !isAnswer(text),
    ),
  };
}

/** If the tool still runs before the turn ends, the reason is in a message. */
const reasonOf = (outcome: Outcome): string | undefined =>
  outcome.action === "stop"
    ? outcome.reason
    : outcome.messages.find(({ audience, kind }) => audience === "user" && kind === "stop-reason")
        ?.text;

function isAnswer(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
