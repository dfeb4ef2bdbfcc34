import type { ToolContext } from "../tools/tool.ts";
import type { Agent } from "./agent.ts";
import type { CurrentTurn } from "./current-turn.ts";

/** Which teammate creates or completes a task. */
export interface TeammateFields {
  readonly teammate_name: string;
  readonly team_name: string;
}

/**
 * E12: fires TaskCreated and TaskCompleted for the task tools. A stop refuses too, and ends the turn (G10).
 */
export function taskDecisions(
  dispatch: Agent["dispatch"],
  turn: Pick<CurrentTurn, "stop">,
  teammate: TeammateFields | undefined = undefined,
): NonNullable<ToolContext["decideTask"]> {
  return async (event, { id, subject, description }, signal) => {
    const about = { task_id: id, task_subject: subject, task_description: description };
    const input = { ...about, ...teammate };
    const step = await dispatch(event, input, { signal });
    switch (step.do) {
      case "proceed":
        return { do: "proceed" };
      case "refuse":
        return { do: "refuse", reasons: step.reasons };
      case "stop":
        turn.stop(step.reason);
        return { do: "refuse", reasons: [...step.refused, `The turn ends: ${step.reason}`] };
    }
  };
}
