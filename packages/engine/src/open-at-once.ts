import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from "node:fs";

const { O_APPEND, O_CREAT, O_NONBLOCK, O_WRONLY } = constants;

/**
 * Opens a file to append to it, and makes it if `mode` is given. The usual way to open a FIFO waits for a reader; here
 * one that has none is an error (ENXIO).
 */
export function openToAppend(file: string, mode?: number): number {
  const flags = O_WRONLY | O_APPEND | O_NONBLOCK | (mode === undefined ? 0 : O_CREAT);
  const opened = openSync(file, flags, mode);
  if (fstatSync(opened).isFile()) return opened;
  try {
    // It can be opened now, so this does not wait; and writes to a full pipe should wait.
    return openSync(file, "a");
  } finally {
    closeSync(opened);
  }
}

/** Reads a file that the user names. A FIFO is an error, because no one may write to it; `<(…)` of a shell is not. */
export function readNamedFile(file: string): string {
  if (statSync(file).isFIFO() && !/^\/(?:dev|proc)\//.test(file))
    throw Object.assign(new Error("it is not a regular file"), { code: "ENXIO" });
  return readFileSync(file, "utf8");
}
