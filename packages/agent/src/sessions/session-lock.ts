import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { errorCode } from "./error-code.ts";
import { processStartTime } from "./process-start-time.ts";

/** Held by the one process that writes to a session. */
export interface SessionLock {
  /** An earlier process was killed before it could release the lock. */
  readonly afterCrash: boolean;
  release(): void;
}

/** Two processes that claim a session at the same moment both withdraw; this is how often each tries. */
const attempts = 8;
const maxPauseMs = 40;

/**
 * Locks a session for this process, or says which process has it.
 *
 * 1. Every process creates a claim beside the transcript: a file with its pid and start time in the name.
 * 2. Then it reads all claims. Those of processes that no longer run are ignored. They stay until the session
 *    is released normally, so that the process that continues it knows of the crash; their names are unique,
 *    so removing them cannot remove a new claim.
 * 3. If another running process has a claim, it removes its own. The later of two always sees the earlier, so
 *    both never hold the session.
 *
 * Processes on another machine or in another container that share the folder are not detected.
 */
export async function lockSession(
  folder: string,
  sessionId: string,
): Promise<SessionLock | { readonly heldBy: number }> {
  for (let attempt = 1; ; attempt++) {
    const outcome = claim(folder, sessionId);
    if ("release" in outcome || attempt === attempts) return outcome;
    await wait(Math.random() * maxPauseMs);
  }
}

function claim(folder: string, sessionId: string): SessionLock | { readonly heldBy: number } {
  const ownClaim = `${sessionId}.${process.pid}-${processStartTime(process.pid)}.lock`;
  const remove = (name: string) => rmSync(join(folder, name), { force: true });
  try {
    writeFileSync(join(folder, ownClaim), "", { flag: "wx", mode: 0o600 });
  } catch (error) {
    // Two sessions of one process are two writers as well.
    if (errorCode(error) === "EEXIST") return { heldBy: process.pid };
    throw error;
  }
  const { heldBy, dead } = otherClaims(folder, sessionId, ownClaim);
  if (heldBy === undefined)
    return { afterCrash: dead.length > 0, release: () => [...dead, ownClaim].forEach(remove) };
  remove(ownClaim);
  return { heldBy };
}

/** The process that has a session open; undefined: none has. */
export const sessionHolder = (folder: string, sessionId: string): number | undefined =>
  otherClaims(folder, sessionId).heldBy;

function otherClaims(folder: string, sessionId: string, ownClaim?: string) {
  let heldBy: number | undefined;
  const dead: string[] = [];
  for (const name of readdirSync(folder)) {
    if (name === ownClaim || !name.startsWith(`${sessionId}.`)) continue;
    const [, pid, started] = /\.(\d+)-(\d+)\.lock$/.exec(name) ?? [];
    if (pid === undefined) continue;
    if (processStartTime(Number(pid)) === started) heldBy = Number(pid);
    else dead.push(name);
  }
  return { heldBy, dead };
}
