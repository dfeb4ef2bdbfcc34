/** Why the run is stopped; the reason of an abort. */
export interface StopRequest {
  readonly exitCode: number;
}

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

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
    const exitCode = exitCodes[signal as keyof typeof exitCodes];
    if (controller.signal.aborted) exit(exitCode);
    else controller.abort({ exitCode } satisfies StopRequest);
  };
  const names = Object.keys(exitCodes) as (keyof typeof exitCodes)[];
  for (const name of names) source.on(name, onSignal);
  return {
    stop: controller.signal,
    release() {
      for (const name of names) source.off(name, onSignal);
    },
  };
}
