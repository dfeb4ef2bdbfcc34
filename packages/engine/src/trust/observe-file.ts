import { createHash } from "node:crypto";
import { type BigIntStats, constants } from "node:fs";
import { lstat, open, realpath, stat } from "node:fs/promises";
import { identityOf, isSettled } from "./file-identity.ts";

/** What stands at a path. */
export interface ObservedFile {
  /** Real path: differs from the path asked for when a link is on the way. */
  readonly target: string;
  /** Undefined when the file may not be read. */
  readonly sha256: string | undefined;
  readonly size: number;
}

/** Answers undefined when no regular file stands there. Never throws. */
export type ObserveFile = (path: string) => Promise<ObservedFile | undefined>;

/**
 * Observes files and remembers what it saw, in memory: while the identity of link and target stays
 * the same (T9) a look costs one stat, two for a link, and nothing is read.
 */
export function createObserver({ hash = hashFile, now = Date.now } = {}): ObserveFile {
  const seen = new Map<string, { readonly identity: string; readonly file: ObservedFile }>();
  return async (path) => {
    try {
      const link = await lstat(path, { bigint: true });
      const target = link.isSymbolicLink() ? await stat(path, { bigint: true }) : link;
      if (!target.isFile()) return undefined;
      const identity = `${identityOf(link)} ${identityOf(target)}`;
      const known = seen.get(path);
      if (known?.identity === identity) return known.file;
      // Read after its identity was taken: a write in between shows as a new identity next time.
      const file = await readObserved(path, target, hash);
      if (isSettled(link, now()) && isSettled(target, now())) seen.set(path, { identity, file });
      return file;
    } catch {
      return undefined; // Nothing there, or a text that cannot be a path.
    }
  };
}

async function readObserved(
  path: string,
  { size }: BigIntStats,
  hash: typeof hashFile,
): Promise<ObservedFile> {
  const target = await realpath(path);
  try {
    return { target, ...(await hash(target)) };
  } catch {
    return { target, sha256: undefined, size: Number(size) };
  }
}

/** Hashes what a file holds, piece by piece. */
export async function hashFile(path: string): Promise<{ sha256: string; size: number }> {
  // Not blocking: a pipe put in the file's place must not hang the host.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of handle.createReadStream() as AsyncIterable<Buffer>) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { sha256: hash.digest("hex"), size };
}
