import { createHash } from "node:crypto";
import { type BigIntStats, constants, lstatSync, statSync } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { identityOf, isStable } from "./file-identity.ts";

/** The file at a path. */
export interface ObservedFile {
  /** The real path, which differs from the given path if that has links. */
  readonly target: string;
  /** Undefined if the file cannot be read, or is larger than `maxScriptBytes`. */
  readonly sha256: string | undefined;
  readonly size: number;
  /** The permission bits of the target: without the bit to execute it, a guard does not run. */
  readonly mode: number;
}

/** Larger files are not read, and so cannot be trusted: reading them would keep the user waiting. */
export const maxScriptBytes = 256 * 1024 * 1024;

/** Returns undefined if there is no regular file. Never throws. */
export type ObserveFile = (path: string) => Promise<ObservedFile | undefined>;

/**
 * Observes files and caches the results in memory: while the identity of link and target stays the
 * same (T9), a check costs one stat, two for a link, and nothing is read.
 */
export function createObserver({ hash = hashFile, now = Date.now } = {}): ObserveFile {
  const seen = new Map<string, { readonly identity: string; readonly file: ObservedFile }>();
  return async (path) => {
    try {
      // Synchronous: this happens before every run, and a promise costs fifty times the call.
      const link = lstatSync(path, { bigint: true, throwIfNoEntry: false });
      const target = link?.isSymbolicLink() ? statSync(path, { bigint: true }) : link;
      if (!link || !target?.isFile()) return undefined;
      const identity = `${identityOf(link)} ${identityOf(target)}`;
      const known = seen.get(path);
      if (known?.identity === identity) return known.file;
      // Read after its identity was taken: a write in between shows as a new identity next time.
      const file = await readObserved(path, target, hash);
      if (isStable(link, now()) && isStable(target, now())) seen.set(path, { identity, file });
      return file;
    } catch {
      return undefined; // There is no file, or the text is not a valid path.
    }
  };
}

async function readObserved(
  path: string,
  stats: BigIntStats,
  hash: typeof hashFile,
): Promise<ObservedFile> {
  const target = await realpath(path);
  const mode = Number(stats.mode & 0o7777n);
  const unread = { target, mode, sha256: undefined, size: Number(stats.size) };
  if (unread.size > maxScriptBytes) return unread;
  try {
    return { target, mode, ...(await hash(target)) };
  } catch {
    return unread;
  }
}

/** Hashes the content of a file in chunks. */
export async function hashFile(path: string): Promise<{ sha256: string; size: number }> {
  // Not blocking: a pipe instead of the file must not hang the host.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of handle.createReadStream() as AsyncIterable<Buffer>) {
    hash.update(chunk);
    size += chunk.length;
    if (size > maxScriptBytes) throw new Error("the file became too large");
  }
  return { sha256: hash.digest("hex"), size };
}
