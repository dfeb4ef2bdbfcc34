import { closeSync, existsSync, fstatSync, ftruncateSync, rmSync, writeFile } from "node:fs";
import { dirname } from "node:path";
import { Writable } from "node:stream";
import { openToAppend, troubleOf } from "@snaphook/engine/internal";
import { UsageError } from "../../usage-error.ts";

interface OutputFile {
  readonly stream: Writable;
  /** Nothing more is written. A run that was done and printed nothing leaves an empty file. */
  close(isDone: boolean): void;
}

/**
 * `-o`: opened before anything runs, so that no work is lost because of it. What the file has is replaced with the
 * first output, so a session that cannot start leaves it as it was.
 */
export function outputFile(path: string): OutputFile {
  const isNew = !existsSync(path);
  const descriptor = opened(path);
  let isReplaced = false;
  const replace = () => {
    // A pipe or a device has no content.
    if (!isReplaced && fstatSync(descriptor).isFile()) ftruncateSync(descriptor);
    isReplaced = true;
  };
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (chunk.length === 0) return done();
      try {
        replace();
      } catch (error) {
        return done(error as Error);
      }
      writeFile(descriptor, chunk, done);
    },
  });
  return {
    stream,
    close(isDone) {
      if (isDone) replace();
      closeSync(descriptor);
      if (!isReplaced && isNew) rmSync(path, { force: true });
    },
  };
}

function opened(path: string): number {
  try {
    return openToAppend(path, 0o666);
  } catch (error) {
    const why = existsSync(dirname(path))
      ? troubleOf(error).message
      : `the folder ${dirname(path)} does not exist`;
    throw new UsageError(`-o: the file cannot be written: ${why}`);
  }
}
