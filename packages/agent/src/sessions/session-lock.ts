import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { errorCode } from "./error-code.ts";
import { processStartTime } from "./process-start-time.ts";

/** Held by the one process that writes to a session. */
export interface SessionLock {
  /** A process that had it was ended before it could give it back. */
  readonly afterCrash: boolean;
  release(): void;
}

/** Two that come at the same moment both step back; so often they try again before they give up. */
const attempts = 8;
const maxPauseMs = 40;

/**
 * Takes a session for this process, or says which process has it.
 *
 * 1. Every process puts a claim beside the transcript: a file with its pid and start time in the name.
 * 2. Then it looks at all claims. Those of processes that no longer run do not count. They stay until the
 *    session is given back in order, so that whoever goes on with it knows; their names are theirs alone, so
 *    removing them cannot hit a claim that somebody has just made.
 * 3. If another process that runs has a claim, it takes its own back. Of two the later one sees the
 *    earlier, so both never believe that they have the session.
 *
 * Processes of another machine or container that share the folder are not seen.
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
  const own = `${sessionId}.${process.pid}-${processStartTime(process.pid)}.lock`;
  const remove = (name: string) => rmSync(join(folder, name), { force: true });
  try {
    writeFileSync(join(folder, own), "", { flag: "wx", mode: 0o600 });
  } catch (error) {
    // Two sessions of one process are two writers as well.
    if (errorCode(error) === "EEXIST") return { heldBy: process.pid };
    throw error;
  }
  const { heldBy, dead } = otherClaims(folder, sessionId, own);
  if (heldBy === undefined)
    return { afterCrash: dead.length > 0, release: () => [...dead, own].forEach(remove) };
  remove(own);
  return { heldBy };
}

function otherClaims(folder: string, sessionId: string, own: string) {
  let heldBy: number | undefined;
  const dead: string[] = [];
  for (const name of readdirSync(folder)) {
    if (name === own || !name.startsWith(`${sessionId}.`)) continue;
    const [, pid, started] = /\.(\d+)-(\d+)\.lock$/.exec(name) ?? [];
    if (pid === undefined) continue;
    if (processStartTime(Number(pid)) === started) heldBy = Number(pid);
    else dead.push(name);
  }
  return { heldBy, dead };
}
