import { rmSync } from "node:fs";
import type { BackgroundRun } from "../run/background.ts";
import { waitForRunsToEnd } from "../run/process/live-runs.ts";
import { processWarning } from "../text/process-warning.ts";
import type { HookSession } from "./hook-session.ts";

/** P13: ends everything that still runs. */
export async function closeSession(session: HookSession): Promise<readonly BackgroundRun[]> {
  const { options, folder } = session;
  session.closing.abort();
  session.foreground.abort();
  session.prewarmed.close();
  const ended = await session.background.close();
  await waitForRunsToEnd(session.owner, session.collaborators.clock);
  session.releaseRunner();
  session.environmentFiles.clear();
  try {
    if (typeof options.trace === "object") await options.trace.close?.();
    if (options.sessionFolder === undefined) rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    processWarning(`the session is closed, but its files could not all be removed: ${error}`);
  }
  return ended;
}
