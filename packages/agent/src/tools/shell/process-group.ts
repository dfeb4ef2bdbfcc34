import type { Clock, Spawn } from "@snaphook/engine/internal";

/** The process group of a process that is about to be started. */
export interface ProcessGroup {
  /** Starts it. */
  readonly spawn: Spawn;
  /** Waits until no process is left in the group, up to a time limit. */
  waitUntilGone(clock: Clock): Promise<void>;
}

/** How long the processes have after SIGTERM; the runner sends SIGKILL after 1.5 s. */
const maxWaitMs = 5000;
const pollMs = 20;

export function processGroup(spawn: Spawn): ProcessGroup {
  let leader: number | undefined;
  return {
    spawn: (...request) => {
      const child = spawn(...request);
      leader = child.pid;
      return child;
    },
    async waitUntilGone(clock) {
      const until = clock.now() + maxWaitMs;
      while (leader !== undefined && isAlive(leader) && clock.now() < until)
        await new Promise<void>((resolve) => clock.after(pollMs, resolve));
    },
  };
}

function isAlive(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}
