import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

/** A line of a transcript without its end. */
export interface TranscriptLine {
  readonly bytes: Buffer;
  /** Counted from 1. */
  readonly number: number;
  /** The last line may lack its end: a process is still writing it, or was killed. */
  readonly ended: boolean;
}

const newline = 0x0a;
const blockSize = 1024 * 1024;

/** The lines of a file, a block at a time: memory use is one block plus the longest line. */
export async function* transcriptLines(path: string): AsyncGenerator<readonly TranscriptLine[]> {
  // Without O_NONBLOCK, opening a pipe waits for a writer.
  const handle: FileHandle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!(await handle.stat()).isFile()) throw new Error(`${path} is not a regular file`);
    let number = 0;
    let unfinished: Buffer[] = [];
    for (;;) {
      // A new block each time, because lines that were yielded refer to the old one.
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(blockSize), 0, blockSize);
      if (bytesRead === 0) break;
      const block = buffer.subarray(0, bytesRead);
      const lines: TranscriptLine[] = [];
      let start = 0;
      for (let end = block.indexOf(newline); end >= 0; end = block.indexOf(newline, start)) {
        const rest = block.subarray(start, end);
        const bytes = unfinished.length === 0 ? rest : Buffer.concat([...unfinished, rest]);
        unfinished = [];
        number += 1;
        lines.push({ bytes, number, ended: true });
        start = end + 1;
      }
      if (start < block.length) unfinished.push(block.subarray(start));
      if (lines.length > 0) yield lines;
    }
    if (unfinished.length > 0)
      yield [{ bytes: Buffer.concat(unfinished), number: number + 1, ended: false }];
  } finally {
    await handle.close();
  }
}
