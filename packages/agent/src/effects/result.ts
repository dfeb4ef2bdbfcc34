import type { Outcome } from "@snaphook/engine";
import { type ModelTexts, modelTexts, type StopStep, stopStep } from "./step.ts";

/** What follows something that already happened: one tool call, or all calls of an answer. */
export type ResultStep = { readonly do: "continue"; readonly forModel: ModelTexts } | StopStep;

export function resultEffect(outcome: Extract<Outcome, { readonly kind: "result" }>): ResultStep {
  switch (outcome.action) {
    case "continue":
      return { do: "continue", forModel: modelTexts(outcome) };
    case "stop":
      return stopStep(outcome);
  }
}
