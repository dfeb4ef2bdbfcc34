import { randomUUID } from "node:crypto";
import { link, readFile, realpath, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { errorCode } from "./file-identity.ts";

interface LockLimits {
  /** How long to wait for the lock before giving up. */
  readonly waitMs: number;
  /** A lock that was not renewed for this long was left by a killed process. */
  readonly abandonedMs: number;
}

const defaultLimits: LockLimits = { waitMs: 20_000, abandonedMs: 10_000 };
const maxPauseMs = 100;

/**
 * Runs an action while no other process does so for this file. Waits for the lock, and rejects with the
 * code ELOCKED if that takes too long. The folder must exist and be writable; the file need not exist.
 *
 * The lock is a file next to it, with a text that only its holder knows. The holder updates its mtime.
 */
export async function withLock<Result>(
  file: string,
  action: () => Promise<Result>,
  limits = defaultLimits,
): Promise<Result> {
  // Two names for one folder must give the same lock.
  const lock = join(await realpath(dirname(file)), `${basename(file)}.lock`);
  const mine = randomUUID();
  await take(lock, mine, limits);
  const renewal = setInterval(() => {
    const now = new Date();
    utimes(lock, now, now).catch(() => {});
  }, limits.abandonedMs / 5);
  try {
    return await action();
  } finally {
    clearInterval(renewal);
    // When this machine was asleep, another process may have taken the lock meanwhile.
    if ((await readLock(lock)) === mine) await rm(lock, { force: true });
  }
}

async function take(lock: string, mine: string, { waitMs, abandonedMs }: LockLimits) {
  const deadline = Date.now() + waitMs;
  while (!(await create(lock, mine))) {
    const holder = await readLock(lock);
    const renewed = (await stat(lock).catch(ifAbsent))?.mtimeMs ?? Date.now();
    if (holder !== undefined && Date.now() - renewed > abandonedMs) await discard(lock, holder);
    else if (Date.now() < deadline) await wait(Math.random() * maxPauseMs);
    else throw Object.assign(new Error(`another process holds ${lock}`), { code: "ELOCKED" });
  }
}

async function create(lock: string, mine: string): Promise<boolean> {
  try {
    await writeFile(lock, mine, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/**
 * Removes an abandoned lock. Two processes may find the same one, and the slower must not remove what the
 * faster has made since: a lock is moved aside, and put back if it is not the one that was found.
 */
async function discard(lock: string, holder: string): Promise<void> {
  const aside = `${lock}.${randomUUID()}`;
  await rename(lock, aside).catch(ifAbsent);
  const moved = await readLock(aside);
  if (moved !== undefined && moved !== holder) await link(aside, lock).catch(() => {});
  await rm(aside, { force: true });
}

/** The text of the lock's holder; undefined if there is none. */
const readLock = (lock: string): Promise<string | undefined> =>
  readFile(lock, "utf8").catch(ifAbsent);

function ifAbsent(error: unknown): undefined {
  if (errorCode(error) !== "ENOENT") throw error;
}
