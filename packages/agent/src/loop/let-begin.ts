import type { Clock, Hooks } from "@snaphook/engine";

/** Time enough for a hook that says one thing to somebody; a run without a terminal ends no later than that for it. */
const momentMs = 200;

/**
 * P12: what runs in the background is ended with the session, but not before it began: a hook of Stop
 * would never do anything in a run that ends with the turn. Each has a moment from its start.
 */
export async function letBegin(
  hooks: Pick<Hooks, "backgroundRuns" | "on">,
  clock: Clock,
): Promise<void> {
  const now = Date.parse(clock.date());
  const left = hooks
    .backgroundRuns()
    .map(({ run }) => momentMs - (now - Date.parse(run.startedAt)));
  const ms = Math.min(momentMs, Math.max(0, ...left));
  if (ms === 0) return;
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const stopListening = hooks.on(({ type }) => {
    if (type === "background-ended" && hooks.backgroundRuns().length === 0) resolve();
  });
  const stopWaiting = clock.after(ms, resolve);
  await over;
  stopWaiting();
  stopListening();
}
