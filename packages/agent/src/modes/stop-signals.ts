import type { Clock } from "@snaphook/engine/internal";
import { exitCodes } from "./exit-codes.ts";

/** Why the run is stopped; the reason of an abort. */
export interface StopRequest {
  readonly exitCode: number;
  /** What happened, for the user. */
  readonly why: string;
}

const codes = {
  SIGINT: exitCodes.notDone,
  SIGTERM: exitCodes.terminated,
  SIGHUP: exitCodes.hangup,
} as const;

interface SignalSource {
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  off(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
}

/** How long a clean end may take before the user reads why nothing happens. */
const quietMs = 2000;

/**
 * Listens to the signals that end a process: the first asks for a clean end, the second ends at once. A further SIGHUP
 * does not: a terminal that closes sends several, its shell and the kernel one each, and no one asks for more than
 * the end. What the clean end may take has its own limits.
 */
export function stopSignals(
  source: SignalSource,
  exit: (code: number) => void,
  {
    clock,
    warn,
    warnOfWait = warn,
  }: {
    readonly clock: Clock;
    warn(text: string): void;
    /** For a message while the process still runs; `warn` unless given. */
    warnOfWait?(text: string): void;
  },
): { readonly stop: AbortSignal; release(): void } {
  const controller = new AbortController();
  let stopWaiting = () => {};
  const onSignal = (signal: NodeJS.Signals) => {
    const exitCode = codes[signal as keyof typeof codes];
    const why = `ended by ${signal}`;
    if (controller.signal.aborted) {
      if (signal === "SIGHUP") return;
      warn(`${why} again: hooks and tools that were still running were cut off`);
      exit(exitCode);
      return;
    }
    controller.abort({ exitCode, why } satisfies StopRequest);
    stopWaiting = clock.after(
      quietMs,
      () =>
        warnOfWait(
          "waiting for the end of hooks (SessionEnd) and tools that are still running; Ctrl-C or a second signal ends them now",
        ),
      { idle: true },
    );
  };
  const names = Object.keys(codes) as (keyof typeof codes)[];
  for (const name of names) source.on(name, onSignal);
  return {
    stop: controller.signal,
    release() {
      stopWaiting();
      for (const name of names) source.off(name, onSignal);
    },
  };
}
