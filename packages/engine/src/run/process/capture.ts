import { closeSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { CapturedText } from "../../stages/hook-run.ts";
import { outputLimits } from "../../text/output-limits.ts";
import { makeFolder } from "../../trust/make-folder.ts";
import { type LastBytes, lastBytes } from "./last-bytes.ts";

const { memory: memoryLimit, file: fileLimit } = outputLimits;
/** How much of the end is kept as well, if there is more than fits in memory. */
const endLimit = 256 * 1024;

/** A stream being collected. */
export interface Capture {
  /** How many bytes have arrived. */
  bytes(): number;
  /** The beginning of what has arrived, as text. */
  head(bytes: number): string;
  /** Stops collecting and returns everything known. Later output is read and dropped. */
  finish(): CapturedText;
  /** Why the file is missing or incomplete, if something went wrong. */
  problem(): string | undefined;
}

interface CaptureOptions {
  readonly onData?: () => void;
  /** Keep the end as well, if there is more than fits in memory. */
  readonly keepsEnd?: boolean;
}

/**
 * Collects a stream: up to 1 MiB in memory; when there is more, all of it up
 * to 64 MiB goes to a file; the rest is counted and dropped, except for its end if that is asked for.
 * Bytes are decoded once and together, so that no character is split.
 */
export function capture(
  stream: Readable,
  spillFile: string,
  { onData = () => {}, keepsEnd = false }: CaptureOptions = {},
): Capture {
  let kept: Buffer = Buffer.alloc(0);
  let length = 0;
  let bytes = 0;
  let spill: Spill | undefined;
  let end: LastBytes | undefined;

  const collect = (chunk: Buffer) => {
    const room = memoryLimit - length;
    if (chunk.length > room) {
      spill ??= openSpill(spillFile, kept.subarray(0, length));
      spill.write(chunk);
      if (keepsEnd) end ??= lastBytesAfter(kept.subarray(0, length));
      end?.add(chunk);
    }
    bytes += chunk.length;
    if (room > 0) keep(chunk.subarray(0, room));
    if (kept.buffer !== chunk.buffer) discard(chunk);
    onData();
  };
  /** The first chunk is kept without a copy; with more of them, all move to a buffer that grows. */
  const keep = (piece: Buffer) => {
    const needed = length + piece.length;
    if (length === 0) kept = piece;
    else {
      if (needed > kept.length) kept = grown(kept, length, needed);
      piece.copy(kept, length);
    }
    length = needed;
  };
  stream.on("data", collect);
  stream.on("error", () => {});

  return {
    bytes: () => bytes,
    head: (maxBytes) => kept.toString("utf8", 0, Math.min(length, maxBytes)),
    finish() {
      stream.off("data", collect);
      stream.on("data", discard);
      spill?.close();
      const complete = bytes === length;
      return {
        text: complete ? kept.toString("utf8", 0, length) : cutText(kept.subarray(0, length)),
        bytes,
        complete,
        ...(end ? { endText: end.text() } : {}),
        ...(spill?.isOpen && spill.problem() === undefined ? { file: spillFile } : {}),
      };
    },
    problem: () => spill?.problem(),
  };
}

function lastBytesAfter(before: Buffer): LastBytes {
  const last = lastBytes(endLimit);
  last.add(before);
  return last;
}

/** Frees memory at once: the garbage collector is too slow for a flood of output. */
function discard({ buffer, length }: Buffer): void {
  // A shared buffer is larger than its parts.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
}

function grown(buffer: Buffer, length: number, needed: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.min(memoryLimit, Math.max(2 * needed, 4096)));
  buffer.copy(larger, 0, 0, length);
  return larger;
}

/** Decodes up to the last character that is whole. */
const cutText = (buffer: Buffer): string => new StringDecoder("utf8").write(buffer);

/** A file for output that is too long for memory; if the disk fails, only the file is lost. */
interface Spill {
  readonly isOpen: boolean;
  write(chunk: Buffer): void;
  close(): void;
  problem(): string | undefined;
}

function openSpill(file: string, before: Buffer): Spill {
  let written = 0;
  let failure: string | undefined;
  const attempt = (work: () => void) => {
    try {
      if (failure === undefined) work();
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
  };
  let descriptor = -1;
  attempt(() => {
    makeFolder(dirname(file));
    descriptor = openSync(file, "w", 0o600);
  });
  const write = (chunk: Buffer) =>
    attempt(() => {
      const end = Math.min(chunk.length, fileLimit - written);
      for (let start = 0; start < end; ) start += writeSync(descriptor, chunk, start, end - start);
      written += end;
    });
  write(before);
  return {
    isOpen: descriptor >= 0,
    write,
    close() {
      const opened = descriptor;
      descriptor = -1;
      attempt(() => {
        if (opened >= 0) closeSync(opened);
      });
    },
    problem: () => failure,
  };
}
