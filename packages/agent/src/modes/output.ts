import type { Writable } from "node:stream";

/** A stream of text whose reader may go away. */
export interface Output {
  write(text: string): void;
  /** A terminal, which interprets control characters. */
  readonly isTerminal: boolean;
  /** Aborted when the reader has closed the stream; later writes are dropped. */
  readonly gone: AbortSignal;
  /** Why writing failed; a reader that closed the stream is not a failure. */
  failure(): string | undefined;
  /** Resolves when everything is written, or the reader has closed the stream. */
  flush(): Promise<void>;
}

/** The exit code when the reader has closed stdout: as if SIGPIPE had ended the process. */
const brokenPipeExitCode = 128 + 13;

/** Contract: an error of the stream never becomes an uncaught exception. */
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
