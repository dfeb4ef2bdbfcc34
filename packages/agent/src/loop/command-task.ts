import type { ToolContext } from "../tools/tool.ts";
import type { AgentEvent, StartedTask } from "./agent-event.ts";

type BackgroundCommand = Parameters<NonNullable<ToolContext["onBackgroundCommand"]>>[0];

/** A command in the background as an event of the session. */
export function commandTask({ end, command, ...about }: BackgroundCommand): AgentEvent {
  const task: StartedTask = { ...about, kind: "command", description: command };
  if (!end) return { type: "task-started", ...task };
  const status =
    end.how === "cancelled" ? "stopped" : end.code === 0 ? "completed" : ("failed" as const);
  return { type: "task-ended", task, how: { status, summary: end.text } };
}
