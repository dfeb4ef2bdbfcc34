import type { Outcome } from "../stages/outcome.ts";
import type { Message } from "../stages/verdict.ts";

/** What the hooks of one event come to, for a host that needs no more than this (V12). */
export interface CombinedResult {
  readonly shouldContinue: boolean;
  /** Why not; `undefined` while it should. */
  readonly stopReason: string | undefined;
  /** What hooks want the model to know, in plan order. */
  readonly additionalContexts: readonly string[];
  /** What hooks want the user to know. */
  readonly systemMessages: readonly string[];
  /** What hooks printed for people to look at: neither an answer in JSON nor context (V9). */
  readonly observationalOutput: readonly string[];
}

/**
 * The short form of an outcome. It leaves out refusals and rewrites, so it is enough where hooks only
 * watch and add; where they decide, ask the outcome for its `action`.
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

/** A call that goes ahead before the turn ends has the reason among its texts. */
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
