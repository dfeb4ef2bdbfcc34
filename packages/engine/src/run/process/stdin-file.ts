import { randomUUID } from "node:crypto";
import { accessSync, closeSync, constants, openSync, unlinkSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brand } from "@snaphook/protocol";

/** A folder in memory: what is written there never reaches a disk. */
const sharedMemory = "/dev/shm";

/**
 * P6: the input of a process as an open file without a name. Node would use a socket, and a
 * socket cannot be opened again: `cat /dev/stdin` in a hook would fail, and a guard would judge nothing.
 * Returns the descriptor, to be closed once the process has its own copy; `undefined` where such a file
 * cannot be made.
 */
export function openStdin(text: string): number | undefined {
  if (process.platform === "win32") return undefined;
  const folder = memoryFolder();
  const inMemory = folder === undefined ? undefined : attempt(folder, text);
  return inMemory ?? attempt(tmpdir(), text);
}

function attempt(folder: string, text: string): number | undefined {
  const file = join(folder, `${brand.command}-stdin-${randomUUID()}`);
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, "wx+", 0o600);
    writeAll(descriptor, Buffer.from(text));
    return descriptor;
  } catch {
    // The folder is full or not writable; the next one may work.
    if (descriptor !== undefined) closeSync(descriptor);
    return undefined;
  } finally {
    remove(file);
  }
}

/** With positions, so that the process reads from the beginning. */
function writeAll(descriptor: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; )
    at += writeSync(descriptor, bytes, at, bytes.length - at, at);
}

function remove(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // It was never made.
  }
}

let usable: string | false | undefined;

function memoryFolder(): string | undefined {
  if (usable === undefined)
    try {
      accessSync(sharedMemory, constants.W_OK | constants.X_OK);
      usable = sharedMemory;
    } catch {
      usable = false;
    }
  return usable || undefined;
}
