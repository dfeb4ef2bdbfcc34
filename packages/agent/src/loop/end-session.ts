import type { Hooks } from "@snaphook/engine";
import type { Clock } from "@snaphook/engine/internal";
import { shortLine } from "@snaphook/engine/internal";
import { endBackgroundCommands } from "../tools/shell/background-commands.ts";
import { aborted } from "./aborted.ts";
import type { Agent } from "./agent.ts";
import type { InputRunner } from "./run-input.ts";
import type { SessionParts } from "./session-parts.ts";
import { reportEndedAgents } from "./subagents/report-ended-agents.ts";
import { warnStopHasNoEffect } from "./warn-stop-has-no-effect.ts";
import { warning } from "./warning.ts";

/** Ends the turn, fires SessionEnd and closes everything; reports the background commands and hooks it had to end. */
export async function endSession(
  {
    agent,
    state,
    changes,
    notifications,
    watched,
    worktree,
    mcp,
    temporary,
    subagents,
  }: Pick<
    SessionParts,
    | "agent"
    | "changes"
    | "mcp"
    | "notifications"
    | "state"
    | "subagents"
    | "temporary"
    | "watched"
    | "worktree"
  >,
  inputs: Pick<InputRunner, "finish" | "settled">,
  reason: string,
  /** Aborted: hooks of SessionEnd that still run are ended. */
  cutOff: () => AbortSignal,
): Promise<void> {
  await inputs.finish();
  notifications.close();
  reportEndedAgents(await subagents.background.end(), agent, {
    ended: "was still running and was ended with the session",
    why: "the session ended",
  });
  await watched.stop();
  for (const kept of await worktree.end()) agent.emit(warning(kept));
  const isCutOff = cutOff();
  // Hooks that tidy up must find nothing of the session at work, not even a hook that no one waits for.
  await Promise.race([agent.hooks().cancelRuns(), aborted(isCutOff)]);
  await fireSessionEnd(agent, reason, isCutOff);
  await changes.stop();
  await waitForShortBackgroundHooks(agent.hooks(), agent.context.clock);
  // Before the rest is ended, so that each background hook is reported once.
  agent.reportLate();
  for (const { command, outputFile } of await endBackgroundCommands(agent.context))
    agent.emit(
      warning(
        `the background command ${shortLine(command)} was still running and was ended with the session${temporary ? "" : `; its output is in ${outputFile}`}`,
      ),
    );
  await mcp.close();
  await agent.context.wall?.close();
  for (const { run, event } of await agent.hooks().close())
    agent.emit(
      warning(
        `${run.planned.hook.label} (${event.name}) was still running in the background and was ended with the session`,
      ),
    );
  // What they report belongs in the transcript.
  await inputs.settled();
  await Promise.allSettled(subagents.unwaited);
  state.transcript.close();
  temporary?.remove();
}

/** E15. The answers of hooks have no effect here. The commands of the session are no longer in use. */
export async function fireSessionEnd(
  agent: Agent,
  reason: string,
  /** Aborted by the user, who does not wait for the hooks any longer. */
  signal: AbortSignal,
): Promise<void> {
  agent.hooks().config.endCommands();
  const step = await agent.dispatch("SessionEnd", { reason }, { signal });
  // A hook that is cancelled results in a stop that no hook asked for (P18).
  if (!signal.aborted) warnStopHasNoEffect(agent, "SessionEnd", step);
}

/** Long enough for a hook that sends one notification; a headless run ends at most this much later. */
const shortHookMs = 200;

/**
 * P12: background hooks are ended with the session. In a headless run the session ends right after the turn,
 * so a background hook of Stop would be ended at once: each gets a short time from its start.
 */
async function waitForShortBackgroundHooks(
  hooks: Pick<Hooks, "backgroundRuns" | "on">,
  clock: Clock,
): Promise<void> {
  const now = Date.parse(clock.date());
  const left = hooks
    .backgroundRuns()
    .map(({ run }) => shortHookMs - (now - Date.parse(run.startedAt)));
  const ms = Math.min(shortHookMs, Math.max(0, ...left));
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
