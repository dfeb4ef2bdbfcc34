import type { Writable } from "node:stream";

/** A stream of text to somebody who may stop reading. */
export interface Output {
  write(text: string): void;
  /** Aborted when the reader is gone; what is written after that is dropped. */
  readonly gone: AbortSignal;
  /** Everything was handed over, or nobody is there to take it. */
  flush(): Promise<void>;
}

/** How a process that writes to nobody ends: as the signal would end it. */
const brokenPipeExitCode = 128 + 13;

/** Contract: an error of the stream is never an exception of the process. */
export function outputTo(stream: Writable): Output {
  const reader = new AbortController();
  stream.on("error", () => reader.abort({ exitCode: brokenPipeExitCode }));
  return {
    gone: reader.signal,
    write(text) {
      if (!reader.signal.aborted && text !== "") stream.write(text);
    },
    flush: () =>
      new Promise((resolve) => {
        if (reader.signal.aborted) return resolve();
        reader.signal.addEventListener("abort", () => resolve(), { once: true });
        stream.write("", () => resolve());
      }),
  };
}
