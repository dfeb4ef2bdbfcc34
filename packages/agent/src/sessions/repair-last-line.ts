import { fstatSync, ftruncateSync, readSync, writeSync } from "node:fs";
import { parseRecord } from "./parse-record.ts";

/** The end of a transcript after the repair. */
export interface RepairedEnd {
  /** How long the file is now. */
  readonly size: number;
  /** Bytes of an incomplete record that were removed. */
  readonly tornBytes: number;
}

const newline = 0x0a;
const blockSize = 64 * 1024;

/**
 * Repairs the end of a transcript whose writer was killed in the middle of a line: an incomplete record is
 * removed, a complete one without a line end gets it. Part of a JSON object is never a valid object, so no
 * complete record is lost.
 */
export function repairLastLine(descriptor: number): RepairedEnd {
  const { size } = fstatSync(descriptor);
  const tail = readTail(descriptor, size);
  if (tail.length === 0) return { size, tornBytes: 0 };
  if (parseRecord(tail) !== undefined) {
    writeSync(descriptor, "\n");
    return { size: size + 1, tornBytes: 0 };
  }
  ftruncateSync(descriptor, size - tail.length);
  return { size: size - tail.length, tornBytes: tail.length };
}

/** The bytes after the last line end, read from the back. */
function readTail(descriptor: number, size: number): Buffer {
  const blocks: Buffer[] = [];
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - blockSize);
    const block = readBlock(descriptor, start, end);
    const at = block.lastIndexOf(newline);
    blocks.unshift(block.subarray(at + 1));
    if (at >= 0) break;
    end = start;
  }
  return Buffer.concat(blocks);
}

function readBlock(descriptor: number, start: number, end: number): Buffer {
  const block = Buffer.allocUnsafe(end - start);
  let read = 0;
  while (read < block.length) {
    const count = readSync(descriptor, block, read, block.length - read, start + read);
    if (count === 0) break;
    read += count;
  }
  return block.subarray(0, read);
}
