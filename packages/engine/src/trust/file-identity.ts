import type { BigIntStats } from "node:fs";

/** Equal as long as nobody wrote to the file or put another in its place (T9). */
export const identityOf = ({ dev, ino, size, ctimeNs, mtimeNs }: BigIntStats): string =>
  [dev, ino, size, ctimeNs, mtimeNs].join(":");

/** Longer than the coarsest clock of a file system (two seconds). */
const settledAfterMs = 2500;

/**
 * Whether the identity may stand for the content. Two writes within one tick of the file system's
 * clock leave the same times, so what was written a moment ago has to be read again next time.
 */
export const isSettled = ({ ctimeMs }: BigIntStats, nowMs: number): boolean =>
  nowMs - Number(ctimeMs) > settledAfterMs;

/** `ENOENT` and the like; undefined for what is no failure of the system. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;
