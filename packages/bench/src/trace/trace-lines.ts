import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { troubleOf } from "@snaphook/engine/internal";

/** Thrown if a file cannot be read at all. The message says why. */
export class TraceFileError extends Error {}

interface TraceLine {
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
  /** The last line may lack its end: a process is still writing it, or was killed. */
  readonly isEnded: boolean;
}

/** The lines of a file that are not empty. */
export function* traceLines(file: string): Generator<TraceLine> {
  const bytes = bytesOf(file);
  let start = bytes.subarray(0, 3).equals(Buffer.from("\uFEFF")) ? 3 : 0;
  for (let line = 1; start < bytes.length; line++) {
    // JSON may contain every other line end that a text editor knows.
    const end = bytes.indexOf(0x0a, start);
    const isEnded = end >= 0;
    const text = bytes.toString("utf8", start, isEnded ? end : undefined);
    if (text.trim() !== "") yield { text, line, isEnded };
    start = isEnded ? end + 1 : bytes.length;
  }
}

function bytesOf(file: string): Buffer {
  let descriptor: number | undefined;
  try {
    // Without O_NONBLOCK, opening a pipe waits for a writer.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    if (!fstatSync(descriptor).isFile()) throw unreadable(file, "it is not a regular file");
    const bytes = readFileSync(descriptor);
    if (bytes.subarray(0, 4096).includes(0)) throw unreadable(file, "it is not text");
    return bytes;
  } catch (error) {
    throw error instanceof TraceFileError ? error : unreadable(file, troubleOf(error).message);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

const unreadable = (file: string, why: string): TraceFileError =>
  new TraceFileError(`${file}: ${why}; name a file that --trace wrote`);
