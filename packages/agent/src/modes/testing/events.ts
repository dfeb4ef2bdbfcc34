import type { Progress } from "@snaphook/engine";
import type { HookRun } from "@snaphook/engine/internal";
import type { EventName } from "@snaphook/protocol";
import type { AgentEvent, TurnResult } from "../../loop/agent-event.ts";
import { noUsage } from "../../model/usage.ts";

export const turnResult = (more: Partial<TurnResult> = {}): TurnResult => ({
  subtype: "success",
  isError: false,
  result: "done",
  numTurns: 1,
  durationMs: 12.4,
  apiDurationMs: 3,
  usage: noUsage,
  spending: { totalUsd: 0, knownUsd: 0, models: {} },
  stopReason: "end_turn",
  terminalReason: "completed",
  permissionDenials: [],
  errors: [],
  untrustedHooks: [],
  ...more,
});

export const initEvent = (profile = "reference"): AgentEvent => ({
  type: "init",
  sessionId: "s1",
  transcriptPath: "/t/s1.jsonl",
  model: "m",
  tools: ["Bash"],
  slashCommands: ["clear"],
  cwd: "/p",
  permissionMode: "default",
  profile,
  source: "startup",
  sandbox: { state: "on", limits: "guards", open: [] },
});

export const assistantEvent = (text: string): AgentEvent => ({
  type: "assistant",
  message: { role: "assistant", content: [{ type: "text", text }] },
  id: "msg_1",
  model: "m",
  stopReason: "end_turn",
  usage: noUsage,
});

const captured = (text: string) => ({ text, bytes: text.length, complete: true });

/** A run that ended, with the parts of its plan that views use. */
export const hookRun = (
  end: HookRun["end"],
  more: { readonly stdout?: string; readonly stderr?: string; readonly type?: HandlerType } = {},
): HookRun => ({
  planned: { handler: { type: more.type ?? "command" } } as unknown as HookRun["planned"],
  startedAt: "2026-01-01T00:00:00.000Z",
  durationMs: 5,
  end,
  stdout: captured(more.stdout ?? ""),
  stderr: captured(more.stderr ?? ""),
  notes: [],
});

type HandlerType = Progress["handlerType"];

const hook = { id: "h1", label: "guard.sh" };

export const runStarted = (
  event: EventName,
  subject?: string,
  handlerType: HandlerType = "command",
  statusMessage?: string,
): AgentEvent => ({
  type: "hook",
  progress: {
    type: "run-started",
    event,
    subject,
    hook,
    handlerType,
    runId: "r1",
    statusMessage,
  },
});

export const runEnded = (
  event: EventName,
  subject: string | undefined,
  run: HookRun,
  recorded: "success" | "error" | "cancelled" = "success",
  type: "run-ended" | "background-ended" = "run-ended",
): AgentEvent => {
  const handlerType = run.planned.handler.type;
  const about = { event, subject, hook, handlerType, runId: "r1", run };
  const progress: Progress =
    type === "run-ended"
      ? { type, ...about, recorded, ending: "success" }
      : { type, ...about, recorded, wake: undefined };
  return { type: "hook", progress };
};
