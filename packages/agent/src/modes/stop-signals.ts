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

/** Listens to the signals that end a process: the first asks for a clean end, the second ends at once. */
export function stopSignals(
  source: SignalSource,
  exit: (code: number) => void,
): { readonly stop: AbortSignal; release(): void } {
  const controller = new AbortController();
  const onSignal = (signal: NodeJS.Signals) => {
    const exitCode = codes[signal as keyof typeof codes];
    const why = `ended by ${signal}`;
    if (controller.signal.aborted) exit(exitCode);
    else controller.abort({ exitCode, why } satisfies StopRequest);
  };
  const names = Object.keys(codes) as (keyof typeof codes)[];
  for (const name of names) source.on(name, onSignal);
  return {
    stop: controller.signal,
    release() {
      for (const name of names) source.off(name, onSignal);
    },
  };
}
