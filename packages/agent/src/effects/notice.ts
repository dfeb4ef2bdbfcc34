import type { Outcome } from "@snaphook/engine";
import { type EventFields, type ModelTexts, modelTexts, type StopStep, stopStep } from "./step.ts";

/** What follows an event that hooks cannot refuse, such as SessionStart or CwdChanged. */
export type NoticeStep =
  | { readonly do: "continue"; readonly forModel: ModelTexts; readonly fields: EventFields }
  | (StopStep & { readonly fields: EventFields });

export function noticeEffect(outcome: Extract<Outcome, { readonly kind: "notice" }>): NoticeStep {
  const { fields } = outcome;
  switch (outcome.action) {
    case "continue":
      return { do: "continue", forModel: modelTexts(outcome), fields };
    case "stop":
      return { ...stopStep(outcome), fields };
  }
}
