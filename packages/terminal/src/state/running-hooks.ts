import type { AgentEvent } from "@snaphook/agent";
import { events } from "@snaphook/protocol";
import type { RunningHook } from "./screen-state.ts";

export type Progress = Extract<AgentEvent, { readonly type: "hook" }>["progress"];

/** `PreToolUse:Bash`, `SessionStart:startup`; events at the end of a turn have no subject. */
export const hookName = (event: Progress["event"], subject: string | undefined): string =>
  subject === undefined || subject === "" || events[event].outcome === "turn-end"
    ? event
    : `${event}:${subject}`;

/**
 * The hooks that run, after one of them began or ended. Those of an event stay until the last of them has ended, so
 * that they can be counted; one that continues in the background stays until it ends there.
 */
export function runningHooks(
  hooks: readonly RunningHook[],
  progress: Progress,
  now: number,
): readonly RunningHook[] {
  switch (progress.type) {
    case "run-started":
      return [...hooks, startedHook(progress, now)];
    case "run-output":
    case "run-skipped":
      return hooks;
    case "run-ended": {
      const inBackground = progress.run.end.how === "background";
      return withoutEnded(
        hooks.map((one) =>
          one.runId === progress.runId ? { ...one, inBackground, isDone: !inBackground } : one,
        ),
      );
    }
    case "background-ended":
      return hooks.filter(({ runId }) => runId !== progress.runId);
  }
}

const startedHook = (
  { runId, event, subject, hook, statusMessage, agent }: Extract<Progress, { type: "run-started" }>,
  now: number,
): RunningHook => ({
  runId,
  name: hookName(event, subject),
  label: hook.label,
  statusMessage,
  since: now,
  inBackground: false,
  isDone: false,
  ...(agent && { agentType: agent.type }),
});

function withoutEnded(hooks: readonly RunningHook[]): readonly RunningHook[] {
  const running = new Set(hooks.filter(isRunning).map(({ name }) => name));
  return hooks.filter((one) => one.inBackground || running.has(one.name));
}

/** `SessionEnd` of `SessionEnd:logout`. */
export const eventOf = ({ name }: Pick<RunningHook, "name">): string =>
  name.split(":", 1)[0] ?? name;

export const isRunning = ({ isDone, inBackground }: RunningHook): boolean =>
  !isDone && !inBackground;
