import { createHash } from "node:crypto";
import { realTarget } from "./real-target.ts";

interface OwnWrite {
  readonly digest: string;
  /** Grows with every write. */
  readonly at: number;
}

/** The last write of each file by this process, by its path with links resolved. */
const writes = new Map<string, OwnWrite>();
let count = 0;

/** This process has written the file: it is no change from outside. */
export function noteOwnWrite(file: string, content: string | Buffer): void {
  count += 1;
  const digest = createHash("sha256").update(content).digest("hex");
  writes.set(realTarget(file), { digest, at: count });
}

/** A moment, to ask later what was written since. */
export const ownWritesNow = (): number => count;

/** Whether a file with this content (SHA-256, hex) is as this process wrote it after the moment. */
export function isOwnWrite(file: string, digest: string, since: number): boolean {
  const last = writes.get(realTarget(file));
  return last !== undefined && last.at > since && last.digest === digest;
}
