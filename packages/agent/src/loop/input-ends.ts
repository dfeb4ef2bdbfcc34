import type { Agent } from "./agent.ts";
import { endedTurn, stoppedTurn, type TurnEnd } from "./turn-result.ts";
import type { TurnTally } from "./turn-tally.ts";

/** How inputs end about which the model is not asked. */
export const inputEnds = ({ profile }: Pick<Agent, "profile">) => {
  /** Ends an input that did not reach the model. */
  function stopped(reason: string, tally: TurnTally): TurnEnd {
    tally.numTurns = 0;
    return stoppedTurn(profile, { reason }, { text: reason, stopReason: null });
  }

  function answered(text: string, tally: TurnTally): TurnEnd {
    tally.numTurns = 0;
    return endedTurn("completed", text, null);
  }

  /** An input that the user has to correct. */
  function unusable(text: string, tally: TurnTally): TurnEnd {
    const subtype = "error_during_execution";
    return { ...answered(text, tally), errors: [text], subtype };
  }

  return { stopped, answered, unusable };
};
