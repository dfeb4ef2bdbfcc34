import type { Clock } from "@snaphook/engine/internal";
import type { Environment } from "../../environment.ts";
import { numberVariable } from "../../number-variable.ts";
import { SilentServer } from "./server-error.ts";

/** Aborts a request when its server is silent for too long. */
export interface SilenceLimit {
  readonly signal: AbortSignal;
  /** Starts over, because the server sent something. */
  restart(): void;
  end(): void;
}

export interface SilenceLimits {
  /** How long a server may take to begin its answer. */
  readonly answerMs: number;
  /** How long a server may pause within its answer. */
  readonly pauseMs: number;
}

const variables = {
  answerMs: { name: "API_TIMEOUT_MS", default: 300_000, min: 1 },
  pauseMs: { name: "CLAUDE_STREAM_IDLE_TIMEOUT_MS", default: 300_000, min: 1 },
} as const;

/** The limits that the user set. */
export const silenceLimits = (env: Environment, warn?: (text: string) => void): SilenceLimits => ({
  answerMs: numberVariable(env, variables.answerMs, warn),
  pauseMs: numberVariable(env, variables.pauseMs, warn),
});

/** After how much silence the user reads that the agent is still waiting. */
const quietMs = 30_000;

export function silenceLimit(
  clock: Clock,
  { answerMs, pauseMs }: SilenceLimits,
  tell: (text: string) => void,
): SilenceLimit {
  const stop = new AbortController();
  // The connection keeps the process alive; a limit need not.
  const after = (ms: number, callback: () => void) => clock.after(ms, callback, { idle: true });
  const begin = (ms: number) => {
    const cancels = [
      after(ms, () => stop.abort(new SilentServer(`the server sent nothing for ${seconds(ms)} s`))),
      ...(ms > quietMs ? [after(quietMs, () => tell(quietText(ms)))] : []),
    ];
    return () => {
      for (const cancel of cancels) cancel();
    };
  };
  let cancel = begin(answerMs);
  return {
    signal: stop.signal,
    restart() {
      cancel();
      cancel = begin(pauseMs);
    },
    end: () => cancel(),
  };
}

const quietText = (ms: number): string =>
  `the model's server has sent nothing for ${seconds(quietMs)} s; it has up to ${seconds(ms)} s`;

const seconds = (ms: number): string => (ms / 1000).toFixed(ms < 10_000 ? 1 : 0);
