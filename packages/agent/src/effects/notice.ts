import type { Message, Outcome } from "@snaphook/engine";
import { type EventFields, type ModelTexts, modelTexts, type StopStep, stopStep } from "./step.ts";

/** What follows an event that hooks cannot refuse, such as SessionStart or CwdChanged. */
export type NoticeStep = (
  | { readonly do: "continue"; readonly forModel: ModelTexts; readonly fields: EventFields }
  | (StopStep & { readonly fields: EventFields })
) & {
  /** Every text of the hooks, whoever it is for. */
  readonly messages: readonly Message[];
};

export function noticeEffect(outcome: Extract<Outcome, { readonly kind: "notice" }>): NoticeStep {
  const { fields, messages } = outcome;
  switch (outcome.action) {
    case "continue":
      return { do: "continue", forModel: modelTexts(outcome), fields, messages };
    case "stop":
      return { ...stopStep(outcome), fields, messages };
  }
}
