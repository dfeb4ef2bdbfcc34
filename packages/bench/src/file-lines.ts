import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { troubleOf } from "@snaphook/engine/internal";

/** A line of a file with JSON lines. */
export interface FileLine {
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
  /** With the end of the line. */
  readonly bytes: number;
  /** The last line may lack its end: a process is still writing it, or was killed. */
  readonly isEnded: boolean;
}

/** Thrown if a file cannot be read as text; the message says why, without the path. */
export class FileLinesError extends Error {}

/**
 * The lines of a file, without those that are empty; memory use is a line and a chunk. Only a line feed ends a line: JSON
 * may contain every other line end that a text editor knows. Synchronous, because a promise for each line costs more
 * than reading it.
 */
export function* fileLines(file: string): Generator<FileLine, void> {
  const descriptor = openFile(file);
  try {
    let pieces: Buffer[] = [];
    let line = 0;
    const lineEndingWith = (last: Buffer, isEnded: boolean): FileLine => {
      const whole = Buffer.concat([...pieces, last]);
      pieces = [];
      line += 1;
      const text = whole.toString("utf8");
      const bytes = whole.length + (isEnded ? 1 : 0);
      return { text: line === 1 ? text.replace(/^\uFEFF/, "") : text, line, bytes, isEnded };
    };
    for (const chunk of chunksOf(descriptor)) {
      let start = 0;
      for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
        const found = lineEndingWith(chunk.subarray(start, end), true);
        start = end + 1;
        if (found.text.trim() !== "") yield found;
      }
      if (start < chunk.length) pieces.push(chunk.subarray(start));
    }
    const rest = lineEndingWith(Buffer.alloc(0), false);
    if (rest.text.trim() !== "") yield rest;
  } catch (error) {
    throw asError(error);
  } finally {
    closeSync(descriptor);
  }
}

const lineFeed = 0x0a;
const chunkBytes = 256 * 1024;
/** A text has no zero byte; one that is not a text usually has one at its beginning. */
const checkedBytes = 4096;

function openFile(file: string): number {
  try {
    // Without O_NONBLOCK, opening a pipe waits for a writer.
    return openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw asError(error);
  }
}

function* chunksOf(descriptor: number): Generator<Buffer, void> {
  if (!fstatSync(descriptor).isFile()) throw new FileLinesError("it is not a regular file");
  for (let isFirst = true; ; isFirst = false) {
    const buffer = Buffer.allocUnsafe(chunkBytes);
    const length = readSync(descriptor, buffer, 0, chunkBytes, null);
    if (length === 0) return;
    const chunk = buffer.subarray(0, length);
    if (isFirst && chunk.subarray(0, checkedBytes).includes(0))
      throw new FileLinesError("it is not text");
    yield chunk;
  }
}

const asError = (error: unknown): FileLinesError =>
  error instanceof FileLinesError ? error : new FileLinesError(troubleOf(error).message);
