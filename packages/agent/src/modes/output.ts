import type { Writable } from "node:stream";

/** A stream of text whose reader may go away. */
export interface Output {
  write(text: string): void;
  /** A person reads it, on a screen that obeys what control characters say. */
  readonly isTerminal: boolean;
  /** Aborted when the reader is gone; what is written after that is dropped. */
  readonly gone: AbortSignal;
  /** Why what was written could not be kept; a reader that went away is no failure. */
  failure(): string | undefined;
  /** Resolves when everything was written, or the reader is gone. */
  flush(): Promise<void>;
}

/** The exit code of a process whose reader is gone: as if SIGPIPE had ended it. */
const brokenPipeExitCode = 128 + 13;

/** Contract: an error of the stream is never an exception of the process. */
export function outputTo(stream: Writable): Output {
  const reader = new AbortController();
  let failure: string | undefined;
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") failure ??= error.message;
    reader.abort({ exitCode: error.code === "EPIPE" ? brokenPipeExitCode : 1 });
  });
  return {
    isTerminal: "isTTY" in stream && stream.isTTY === true,
    gone: reader.signal,
    failure: () => failure,
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
