import type { Message, Outcome } from "@snaphook/engine";
import { type EventFields, type ModelTexts, modelTexts, type StopStep, stopStep } from "./step.ts";

/** Whether something may proceed: a prompt, a command's expansion, changed settings, a compaction. */
export type GateStep = (
  | { readonly do: "proceed"; readonly forModel: ModelTexts; readonly fields: EventFields }
  | {
      readonly do: "refuse";
      readonly reasons: readonly string[];
      readonly fields: EventFields;
    }
  /** `refused`: why other hooks also refused it; empty when none did (G5). */
  | (StopStep & { readonly refused: readonly string[]; readonly fields: EventFields })
) & {
  /** Every text of the hooks, whoever it is for. */
  readonly messages: readonly Message[];
};

export function gateEffect(outcome: Extract<Outcome, { readonly kind: "gate" }>): GateStep {
  const { fields, messages } = outcome;
  switch (outcome.action) {
    case "proceed":
      return { do: "proceed", forModel: modelTexts(outcome), fields, messages };
    case "refuse":
      return { do: "refuse", reasons: outcome.reasons, fields, messages };
    case "stop":
      return { ...stopStep(outcome), refused: outcome.refused, fields, messages };
  }
}
