import { factsOf, type ProcessFacts } from "./process-table.ts";
import { lastPid } from "./recent-pids.ts";
import { send } from "./send.ts";

/** It ends when so long none of ours was started, and at last after the second time. */
const quietMs = 3;
const maxMs = 50;
/** A pid is given out a moment before its process can be seen: so many are looked at again. */
const lookedAtAgain = 8;

/**
 * Kills processes as they are started; returns their pids with those killed before. In a chain of processes of which each
 * starts the next in a session of its own and exits, none lives long enough to be found among all processes. But
 * the next one always has a pid that was just given out.
 */
export function killStarting(
  isOurs: (facts: ProcessFacts) => boolean,
  killedBefore: readonly number[],
): readonly number[] {
  const killed = new Set(killedBefore);
  const begin = performance.now();
  let seen = lastPid();
  let lastSeenAt = begin;
  for (
    let now = begin;
    now - lastSeenAt < quietMs && now - begin < maxMs;
    now = performance.now()
  ) {
    const last = lastPid();
    for (let pid = Math.min(seen, last) - lookedAtAgain; pid <= last; pid++) {
      const facts = factsOf(pid);
      if (!facts || facts.isZombie || killed.has(pid) || !isOurs(facts)) continue;
      send(pid, "SIGKILL");
      killed.add(pid);
      lastSeenAt = now;
    }
    seen = last;
  }
  return [...killed];
}
