import type { BigIntStats } from "node:fs";

/** Stays equal until the file is written or replaced (T9). */
export const identityOf = ({ dev, ino, size, ctimeNs, mtimeNs }: BigIntStats): string =>
  [dev, ino, size, ctimeNs, mtimeNs].join(":");

/** Longer than the coarsest clock of a file system (two seconds). */
const stableAfterMs = 2500;

/**
 * Whether an equal identity proves equal content. Two writes within one tick of the file system's
 * clock leave the same times, so a file that was just written must be read again next time.
 */
export const isStable = ({ ctimeMs }: BigIntStats, nowMs: number): boolean =>
  nowMs - Number(ctimeMs) > stableAfterMs;

/** `ENOENT` and the like; undefined for an error that is not from the system. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;
