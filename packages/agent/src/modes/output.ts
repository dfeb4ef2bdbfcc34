import type { Writable } from "node:stream";
import { exitCodes } from "./exit-codes.ts";
import type { StopRequest } from "./stop-signals.ts";

/** A stream of text whose reader may go away. */
export interface Output {
  write(text: string): void;
  /** A terminal, which interprets control characters. */
  readonly isTerminal: boolean;
  /** Aborted with a `StopRequest` when the reader has closed the stream; later writes are dropped. */
  readonly gone: AbortSignal;
  /** Resolves when everything is written, or the reader has closed the stream. */
  flush(): Promise<void>;
}

/** Contract: an error of the stream never becomes an uncaught exception. */
export function outputTo(stream: Writable): Output {
  const reader = new AbortController();
  const fail = (error: NodeJS.ErrnoException) => reader.abort(stopRequest(error));
  stream.on("error", fail);
  return {
    isTerminal: "isTTY" in stream && stream.isTTY === true,
    gone: reader.signal,
    write(text) {
      if (!reader.signal.aborted && text !== "") stream.write(text);
    },
    flush: () =>
      new Promise((resolve) => {
        if (reader.signal.aborted) return resolve();
        reader.signal.addEventListener("abort", () => resolve(), { once: true });
        // A file reports a failed write here first, and as an event later.
        stream.write("", (error) => (error ? fail(error) : resolve()));
      }),
  };
}

const stopRequest = ({ code, message }: NodeJS.ErrnoException): StopRequest =>
  code === "EPIPE"
    ? {
        exitCode: exitCodes.closedOutput,
        why: "the reader of stdout closed it before all output was written",
      }
    : { exitCode: exitCodes.notDone, why: `the output cannot be written: ${message}` };
