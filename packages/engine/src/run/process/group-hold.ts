import { pidLimit, startsSoFar } from "./recent-pids.ts";
import { send } from "./send.ts";

/** The leader of a group, and whether its pid is still its own. */
interface Leader {
  readonly pid: number | undefined;
  readonly isHeld: () => boolean;
}

/**
 * Tells whether the id of a group still means the group that a leader began, also when the leader is gone.
 * The system gives the id to nobody else while the group has a member. So the group is ours if it has one now,
 * it was ours when we last looked, and since then too few processes were started to reuse an id.
 *
 * Members need not be found for that: in a chain of processes of which each starts the next and exits, none
 * lives long enough to be looked at.
 */
export function groupHold(leader: Leader): () => boolean {
  let startsWhenOurs: number | undefined;

  return () => {
    if (leader.pid === undefined) return false;
    const starts = startsSoFar();
    const mayBeReused = !(starts - (startsWhenOurs ?? Number.NaN) < pidLimit() / 2);
    const isOurs = leader.isHeld() || (!mayBeReused && send(-leader.pid, 0));
    startsWhenOurs = isOurs ? starts : undefined;
    return isOurs;
  };
}
