import type { Outcome } from "@snaphook/engine";
import { type ModelTexts, modelTexts, type StopStep, stopStep } from "./step.ts";

/** Whether the turn of an agent that finished really ends. */
export type TurnEndStep =
  | { readonly do: "finish" }
  /** G4: objections, then context, are its next instructions. */
  | { readonly do: "continue"; readonly forModel: ModelTexts }
  | StopStep;

export function turnEndEffect(
  outcome: Extract<Outcome, { readonly kind: "turn-end" }>,
): TurnEndStep {
  switch (outcome.action) {
    case "finish":
      return { do: "finish" };
    case "continue":
      return { do: "continue", forModel: modelTexts(outcome) };
    case "stop":
      return stopStep(outcome);
  }
}
