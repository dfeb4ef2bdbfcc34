import type { Checkpoint } from "./agent.ts";

/** The turn that is running. The user and ConfigChange hooks can end it from outside. */
export interface CurrentTurn {
  /** A turn begins; the signal is aborted when the user interrupts it. */
  begin(): AbortSignal;
  end(): void;
  interrupt(): void;
  /** G10: ends the turn at its next checkpoint. False: no turn is running, so there is nothing to end. */
  stop(reason: string): boolean;
  checkpoint(): Checkpoint;
}

export function createCurrentTurn(): CurrentTurn {
  let interruption = new AbortController();
  let isRunning = false;
  let state: Checkpoint = { do: "continue" };
  return {
    begin() {
      interruption = new AbortController();
      isRunning = true;
      state = { do: "continue" };
      return interruption.signal;
    },
    end() {
      isRunning = false;
    },
    interrupt: () => interruption.abort(),
    stop(reason) {
      if (isRunning && state.do === "continue") state = { do: "stop", reason };
      return isRunning;
    },
    checkpoint: () => state,
  };
}
