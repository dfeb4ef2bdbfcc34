import type { Checkpoint } from "./agent.ts";
import type { PermissionDenial } from "./agent-event.ts";

/** The turn that is running. The user and ConfigChange hooks can end it from outside. */
export interface CurrentTurn {
  /** A turn begins; the signal is aborted when the user interrupts it. */
  begin(denials?: PermissionDenial[]): AbortSignal;
  /** The refused calls of the turn, for the calls of agent hooks too (H3). */
  denials(): PermissionDenial[];
  end(): void;
  interrupt(): void;
  /** G10: ends the turn at its next checkpoint. False: no turn is running, so there is nothing to end. */
  stop(reason: string): boolean;
  checkpoint(): Checkpoint;
}

export function createCurrentTurn(): CurrentTurn {
  let interruption = new AbortController();
  let isRunning = false;
  let refused: PermissionDenial[] = [];
  let state: Checkpoint = { do: "continue" };
  return {
    begin(denials = []) {
      interruption = new AbortController();
      refused = denials;
      isRunning = true;
      state = { do: "continue" };
      return interruption.signal;
    },
    denials: () => refused,
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
