import type { Checkpoint } from "./agent.ts";
import type { EndReason, PermissionDenial } from "./agent-event.ts";

/** The turn that is running. The user and ConfigChange hooks can end it from outside. */
export interface CurrentTurn {
  /** A turn begins; the signal is aborted when the user interrupts it. */
  begin(denials?: PermissionDenial[]): AbortSignal;
  /** The refused calls of the turn, for the calls of agent hooks too (H3). */
  denials(): PermissionDenial[];
  /** The input that runs is a prompt, so that others can become part of it. */
  takePrompts(): void;
  takesPrompts(): boolean;
  end(): void;
  interrupt(): void;
  /** G10: ends the turn at its next checkpoint. False: no turn is running, so there is nothing to end. */
  stop(reason: string): boolean;
  /** E15: ends the turn at its next checkpoint, or the wait for the next one, and the session with it. */
  endSession(ending: SessionEnding): void;
  /** Set once the session is to end. */
  ending(): SessionEnding | undefined;
  /** Resolves when the session is to end, which may be never. */
  readonly sessionEnds: Promise<SessionEnding>;
  checkpoint(): Checkpoint;
}

/** Why a session ends although there may be more input. */
export interface SessionEnding {
  readonly reason: EndReason;
  readonly text: string;
}

export function createCurrentTurn(): CurrentTurn {
  let interruption = new AbortController();
  let isRunning = false;
  let isPrompt = false;
  let refused: PermissionDenial[] = [];
  let state: Checkpoint = { do: "continue" };
  let ending: SessionEnding | undefined;
  const { promise: sessionEnds, resolve } = Promise.withResolvers<SessionEnding>();
  return {
    begin(denials = []) {
      interruption = new AbortController();
      refused = denials;
      isRunning = true;
      isPrompt = false;
      state = ending ? { do: "stop", reason: ending.text } : { do: "continue" };
      return interruption.signal;
    },
    denials: () => refused,
    takePrompts() {
      isPrompt = true;
    },
    takesPrompts: () => isPrompt,
    end() {
      isRunning = false;
      isPrompt = false;
    },
    interrupt: () => interruption.abort(),
    stop(reason) {
      if (isRunning && state.do === "continue") state = { do: "stop", reason };
      return isRunning;
    },
    endSession(one) {
      ending ??= one;
      state = { do: "stop", reason: one.text };
      resolve(ending);
    },
    ending: () => ending,
    sessionEnds,
    checkpoint: () => state,
  };
}
