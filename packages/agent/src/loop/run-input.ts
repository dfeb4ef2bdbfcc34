import { randomUUID } from "node:crypto";
import type { Clock } from "@snaphook/engine/internal";
import { ModelError } from "../model/model.ts";
import type { TurnResult } from "./agent-event.ts";
import type { SessionEnding } from "./current-turn.ts";
import type { SessionParts } from "./session-parts.ts";
import { failedTurn, type TurnEnd, turnResult } from "./turn-result.ts";
import { createTally, type TurnTally } from "./turn-tally.ts";
import { warnStopHasNoEffect } from "./warn-stop-has-no-effect.ts";

/** Runs the inputs of a session, one after the other, each to its `result`. */
export interface InputRunner {
  /** `continuesInput`: the turn belongs to the last input, and so do the requests that it made. */
  run(handle: InputHandling, options?: { readonly continuesInput: boolean }): Promise<TurnResult>;
  /** Interrupts the input that is running, and gives it and the hooks it did not wait for time to end. */
  finish(): Promise<void>;
  /** Resolves when the hooks it did not wait for have ended, as they do when the session's hooks are closed. */
  settled(): Promise<unknown>;
}

export type InputHandling = (tally: TurnTally, signal: AbortSignal) => Promise<TurnEnd>;

/** StopFailure is not waited for, but what it started may finish before the session ends. */
const lastHooksMs = 1000;

export function createInputRunner({
  agent,
  state,
  turn,
  untrusted,
}: Pick<SessionParts, "agent" | "state" | "turn" | "untrusted">): InputRunner {
  const { clock } = agent.context;
  const unwaited = new Set<Promise<unknown>>();
  let running: Promise<unknown> = Promise.resolve();
  let isOver = false;
  let requests = 0;

  async function runInput(handle: InputHandling, continuesInput: boolean): Promise<TurnResult> {
    const start = clock.now();
    const tally = { ...createTally(), requests: continuesInput ? requests : 0 };
    const signal = turn.begin(tally.denials);
    agent.model.beginInput();
    state.promptId = randomUUID();
    const handled = await handle(tally, signal)
      .catch((error: unknown) => {
        if (error instanceof ModelError && !signal.aborted) fireStopFailure(error);
        return failedTurn(error, signal, tally);
      })
      .finally(turn.end);
    const end = withEnding(handled, turn.ending());
    requests = tally.requests;
    const durationMs = Math.round(clock.now() - start);
    const result = turnResult(end, tally, {
      durationMs,
      untrustedHooks: untrusted,
      spending: agent.model.spending(),
      structuredOutput: agent.structured?.value(),
    });
    agent.emit({ type: "result", result, ...(continuesInput && { continuesInput }) });
    return result;
  }

  /** Not waited for: the turn has ended. */
  function fireStopFailure({ kind, message }: ModelError): void {
    const input = { error: kind, error_details: message };
    const fired = agent
      .dispatch("StopFailure", input)
      .then((step) => {
        // A hook that is cancelled with the session results in a stop that no hook asked for (P18).
        if (!isOver) warnStopHasNoEffect(agent, "StopFailure", step);
      })
      .finally(() => unwaited.delete(fired));
    unwaited.add(fired);
  }

  return {
    run(handle, { continuesInput = false } = { continuesInput: false }) {
      const result = runInput(handle, continuesInput);
      running = result;
      return result;
    },
    async finish() {
      turn.interrupt();
      await running.catch(() => undefined);
      await Promise.race([Promise.all(unwaited), wait(clock, lastHooksMs)]);
      isOver = true;
    },
    settled: () => Promise.allSettled(unwaited),
  };
}

/** E15: a turn that ran when the session had to end did not finish; one that had finished stays as it is. */
function withEnding(end: TurnEnd, ending: SessionEnding | undefined): TurnEnd {
  if (ending === undefined) return end;
  const { reason: endsSession, text } = ending;
  if (end.terminal !== "hook_stopped") return { ...end, endsSession };
  const subtype = "error_during_execution";
  return { ...end, terminal: "aborted_tools", errors: [text], subtype, endsSession };
}

const wait = (clock: Clock, ms: number) =>
  new Promise<void>((resolve) => {
    clock.after(ms, resolve, { idle: true });
  });
