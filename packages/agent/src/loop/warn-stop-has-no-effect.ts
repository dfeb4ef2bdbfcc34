import type { NoticeStep } from "../effects/notice.ts";
import type { Agent } from "./agent.ts";
import { warning } from "./warning.ts";

/** G10: if no turn is left to end, the user is warned that a stop has no effect. */
export function warnStopHasNoEffect({ emit }: Agent, event: string, step: NoticeStep): void {
  if (step.do === "continue") return;
  emit(
    warning(`continue: false of a ${event} hook has no effect: the turn is over (${step.reason})`),
  );
}
