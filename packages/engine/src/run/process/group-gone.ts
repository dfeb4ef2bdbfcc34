import type { Clock } from "../clock.ts";
import { send } from "./send.ts";

/** How long the processes have after SIGTERM; they get SIGKILL after 1.5 s. */
const maxWaitMs = 5000;
const pollMs = 20;

/** Waits until no process is left in a group, up to a time limit. */
export async function groupGone(group: number | undefined, clock: Clock): Promise<void> {
  const until = clock.now() + maxWaitMs;
  while (group !== undefined && send(-group, 0) && clock.now() < until)
    await new Promise<void>((resolve) => clock.after(pollMs, resolve));
}
