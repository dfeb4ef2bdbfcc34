import type { Clock, RunningProcess } from "@snaphook/engine/internal";

/** How long the processes have after SIGTERM; they get SIGKILL after 1.5 s. */
const maxWaitMs = 5000;
const pollMs = 20;

/** Waits until no process is left in the group of a process, up to a time limit. */
export async function waitUntilGone(running: RunningProcess, clock: Clock): Promise<void> {
  const group = running.pid();
  const until = clock.now() + maxWaitMs;
  while (group !== undefined && isAlive(group) && clock.now() < until)
    await new Promise<void>((resolve) => clock.after(pollMs, resolve));
}

function isAlive(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}
