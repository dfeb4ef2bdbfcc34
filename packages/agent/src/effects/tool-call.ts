import type { Message, Outcome, Turn } from "@snaphook/engine";
import { type ModelTexts, modelTexts, type StopStep, stopStep } from "./step.ts";

/** SPEC 12: a hook may end the turn after a call that still runs. */
type TurnAfterCall = { readonly do: "continue" } | { readonly do: "stop"; readonly reason: string };

/** What hooks of PreToolUse decided about a call. */
export type ToolCallStep =
  | {
      readonly do: "proceed" | "ask" | "refuse";
      readonly forModel: ModelTexts;
      readonly turn: TurnAfterCall;
    }
  | { readonly do: "defer"; readonly forModel: ModelTexts }
  | StopStep;

export function toolCallEffect(
  outcome: Extract<Outcome, { readonly kind: "tool-call" }>,
): ToolCallStep {
  switch (outcome.action) {
    case "proceed":
    case "ask":
    case "refuse":
      return { do: outcome.action, forModel: modelTexts(outcome), turn: turnAfter(outcome) };
    case "defer":
      return { do: "defer", forModel: modelTexts(outcome) };
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
