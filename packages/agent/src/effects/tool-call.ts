import type { Message, Outcome, Turn } from "@snaphook/engine";
import { type StopStep, stopStep } from "./step.ts";

/** Section 12 of the contract: a hook may end the turn after a call that still runs. */
type TurnAfterCall = { readonly do: "continue" } | { readonly do: "stop"; readonly reason: string };

/** What hooks of PreToolUse decided about a call. The engine carries it out; what the model reads is its result. */
export type ToolCallStep =
  | {
      readonly do: "proceed" | "ask" | "refuse";
      readonly turn: TurnAfterCall;
    }
  | { readonly do: "defer" }
  | StopStep;

export function toolCallEffect(
  outcome: Extract<Outcome, { readonly kind: "tool-call" }>,
): ToolCallStep {
  switch (outcome.action) {
    case "proceed":
    case "ask":
    case "refuse":
      return { do: outcome.action, turn: turnAfter(outcome) };
    case "defer":
      return { do: "defer" };
    case "stop":
      return stopStep(outcome);
  }
}

function turnAfter({
  turn,
  messages,
}: {
  readonly turn: Turn;
  readonly messages: readonly Message[];
}): TurnAfterCall {
  if (turn === "continue") return { do: "continue" };
  const reason = messages.find(({ kind }) => kind === "stop-reason")?.text ?? "";
  return { do: "stop", reason };
}
