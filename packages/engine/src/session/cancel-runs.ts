import { waitForEndedRuns } from "../run/process/live-runs.ts";
import type { HookSession } from "./hook-session.ts";

/** P18: cancels all runs that are not in the background, and waits until the processes of cancelled runs are gone. */
export async function cancelRuns(session: HookSession): Promise<void> {
  session.foreground.abort();
  // A closed session has no more runs.
  if (!session.closing.signal.aborted) session.foreground = new AbortController();
  await waitForEndedRuns(session.owner, session.collaborators.clock);
}
