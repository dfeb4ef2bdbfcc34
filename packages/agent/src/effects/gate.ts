import type { Outcome } from "@snaphook/engine";
import { type EventFields, type ModelTexts, modelTexts, type StopStep, stopStep } from "./step.ts";

/** Whether something may proceed: a prompt, a command's expansion, changed settings. */
export type GateStep =
  | { readonly do: "proceed"; readonly forModel: ModelTexts }
  | {
      readonly do: "refuse";
      readonly reasons: readonly string[];
      readonly fields: EventFields;
    }
  /** `refused`: why other hooks also refused it; empty when none did (G5). */
  | (StopStep & { readonly refused: readonly string[]; readonly fields: EventFields });

export function gateEffect(outcome: Extract<Outcome, { readonly kind: "gate" }>): GateStep {
  const { fields } = outcome;
  switch (outcome.action) {
    case "proceed":
      return { do: "proceed", forModel: modelTexts(outcome) };
    case "refuse":
      return { do: "refuse", reasons: outcome.reasons, fields };
    case "stop":
      return { ...stopStep(outcome), refused: outcome.refused, fields };
  }
}
