import type { Outcome, Progress } from "@snaphook/engine";
import { actionName } from "../effects/action-name.ts";
import type { AgentEvent, TurnResult } from "../loop/agent-event.ts";
import type { TranscriptRecord } from "./transcript-record.ts";

type EventOf<Type extends AgentEvent["type"]> = Extract<AgentEvent, { readonly type: Type }>;

/**
 * The transcript record of an event, or none: pieces of text, tool starts, retries and notices are only for
 * views, and a tool's result is in the user message after it.
 */
export function toTranscriptRecord(event: AgentEvent): TranscriptRecord | undefined {
  switch (event.type) {
    case "init":
      return initRecord(event);
    case "user":
      return {
        type: "user",
        message: event.message,
        ...(event.synthetic ? { synthetic: true as const } : {}),
        ...(event.typed ? { typed: event.typed } : {}),
      };
    case "assistant":
      return assistantRecord(event);
    case "hook":
      return runRecord(event.progress);
    case "outcome":
      return outcomeRecord(event.outcome);
    case "results-trimmed":
      return { type: "system", subtype: "trim", results: event.results };
    case "compacted":
      return compactRecord(event);
    case "title":
      return { type: "system", subtype: "title", title: event.title };
    case "prompt-withdrawn":
      return { type: "system", subtype: "withdraw", message: event.prompt };
    case "result":
      return resultRecord(event.result);
    default:
      return undefined;
  }
}

const initRecord = (event: EventOf<"init">): TranscriptRecord => ({
  type: "system",
  subtype: "init",
  model: event.model,
  tools: event.tools,
  slash_commands: event.slashCommands,
  cwd: event.cwd,
  permission_mode: event.permissionMode,
  profile: event.profile,
  source: event.source,
});

const compactRecord = (event: EventOf<"compacted">): TranscriptRecord => ({
  type: "system",
  subtype: "compact",
  trigger: event.trigger,
  pre_tokens: event.preTokens,
  post_tokens: event.postTokens,
  messages: event.messages,
});

const assistantRecord = (event: EventOf<"assistant">): TranscriptRecord => ({
  type: "assistant",
  message: {
    id: event.id,
    role: "assistant",
    model: event.model,
    content: event.message.content,
    stop_reason: event.stopReason,
    usage: event.usage,
  },
});

function runRecord(progress: Progress): TranscriptRecord | undefined {
  if (progress.type !== "run-ended" && progress.type !== "background-ended") return undefined;
  const { end, durationMs } = progress.run;
  return {
    type: "hook",
    subtype: "run",
    event: progress.event,
    hook_id: progress.hook.id,
    label: progress.hook.label,
    ending: progress.type === "run-ended" ? progress.ending : "background",
    end: end.how,
    ...(end.how === "exited" ? { exit_code: end.code } : {}),
    duration_ms: durationMs,
  };
}

/** Events whose hooks had no effect leave no record. */
function outcomeRecord(outcome: Outcome): TranscriptRecord | undefined {
  if (outcome.messages.length === 0 && outcome.decidedBy.length === 0) return undefined;
  return {
    type: "hook",
    subtype: "outcome",
    event: outcome.event,
    action: actionName(outcome),
    decided_by: outcome.decidedBy.map(({ id }) => id),
  };
}

const resultRecord = (result: TurnResult): TranscriptRecord => ({
  type: "result",
  subtype: result.subtype,
  is_error: result.isError,
  duration_ms: result.durationMs,
  duration_api_ms: result.apiDurationMs,
  num_turns: result.numTurns,
  usage: result.usage,
  result: result.result,
  stop_reason: result.stopReason,
  terminal_reason: result.terminalReason,
  errors: result.errors,
});
