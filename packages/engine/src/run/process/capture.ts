import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { Readable } from "node:stream";
import type { CapturedText } from "../../stages/hook-run.ts";

/** P11: what is kept in memory of one stream, and what at most goes to a file. */
const memoryLimit = 1024 * 1024;
const fileLimit = 64 * 1024 * 1024;

/** A stream being collected. */
export interface Capture {
  /** What has come so far. */
  text(): string;
  /** Closes the spill file and answers with everything known. */
  finish(): CapturedText;
}

/**
 * Collects a stream: up to 1 MiB in memory; when there is more, all of it up
 * to 64 MiB goes to a file; the rest is counted and dropped. Bytes are decoded
 * once and together, so that no character is split.
 */
export function capture(
  stream: Readable,
  spillFile: string,
  onData: () => void = () => {},
): Capture {
  const chunks: Buffer[] = [];
  let kept = 0;
  let bytes = 0;
  let spill: number | undefined;

  stream.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    const room = memoryLimit - kept;
    if (chunk.length > room && spill === undefined) spill = openSpill(spillFile, chunks);
    if (spill !== undefined && bytes - chunk.length < fileLimit) writeSync(spill, chunk);
    if (room > 0) {
      const part = chunk.subarray(0, room);
      chunks.push(part);
      kept += part.length;
    }
    onData();
  });
  stream.on("error", () => {});

  const text = () => Buffer.concat(chunks).toString("utf8");
  return {
    text,
    finish() {
      if (spill !== undefined) closeSync(spill);
      return {
        text: text(),
        bytes,
        complete: bytes === kept,
        ...(spill === undefined ? {} : { file: spillFile }),
      };
    },
  };
}

function openSpill(file: string, before: readonly Buffer[]): number {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const descriptor = openSync(file, "w", 0o600);
  for (const chunk of before) writeSync(descriptor, chunk);
  return descriptor;
}
