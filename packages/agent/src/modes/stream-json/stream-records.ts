import type { Profile } from "@snaphook/protocol";
import type { AgentEvent } from "../../loop/agent-event.ts";
import { resultRecord, type StreamRecord } from "../result-record.ts";
import { hookRecords } from "./hook-records.ts";

export interface StreamRecordOptions {
  readonly profile: Profile;
  readonly includeHookEvents: boolean;
  readonly includePartialMessages: boolean;
  /** Prompts are repeated as records too. */
  readonly replayUserMessages: boolean;
}

type Of<Type extends AgentEvent["type"]> = Extract<AgentEvent, { readonly type: Type }>;

/** The records of an event; session and uuid are added when they are written. */
export function streamRecords(
  event: AgentEvent,
  options: StreamRecordOptions,
): readonly StreamRecord[] {
  switch (event.type) {
    case "init":
      return [initRecord(event)];
    case "user":
      return userRecords(event, options);
    case "assistant":
      return [assistantRecord(event)];
    case "text-delta":
      return options.includePartialMessages ? [deltaRecord(event)] : [];
    case "hook":
      return hookRecords(event.progress, options);
    case "notice":
      return [noticeRecord(event)];
    case "retry":
      return [retryRecord(event)];
    case "compacting":
    case "compacting-ended":
    case "compacted":
      return compactionRecords(event);
    case "result":
      return [resultRecord(event.result)];
    default:
      return [];
  }
}

const initRecord = (event: Of<"init">): StreamRecord => ({
  type: "system",
  subtype: "init",
  cwd: event.cwd,
  tools: event.tools,
  mcp_servers: event.mcpServers ?? [],
  model: event.model,
  permissionMode: event.permissionMode,
  slash_commands: event.slashCommands,
  output_style: "default",
  profile: event.profile,
  source: event.source,
  transcript_path: event.transcriptPath,
  sandbox: event.sandbox,
});

/** Omits prompts that the user typed; tool results and other messages are included. */
function userRecords(
  { message, synthetic, agent }: Of<"user">,
  { replayUserMessages }: StreamRecordOptions,
): readonly StreamRecord[] {
  const isResult = message.content.some(({ type }) => type === "tool_result");
  if (!isResult && !synthetic && !replayUserMessages) return [];
  return [
    {
      type: "user",
      message,
      ...parentOf(agent),
      ...(isResult ? {} : synthetic ? { isSynthetic: true } : { isReplay: true }),
    },
  ];
}

const assistantRecord = ({
  message,
  shown = message,
  id,
  model,
  stopReason,
  usage,
  agent,
}: Of<"assistant">) => ({
  type: "assistant",
  message: {
    id,
    type: "message",
    role: shown.role,
    model,
    content: shown.content,
    stop_reason: stopReason,
    stop_sequence: null,
    usage,
  },
  ...parentOf(agent),
});

/** The call of Agent that a record belongs to; `null`: it is of the main agent. */
const parentOf = (agent: AgentEvent["agent"]) =>
  agent === undefined
    ? { parent_tool_use_id: null }
    : { parent_tool_use_id: agent.parentToolUseId, agent_id: agent.id, agent_type: agent.type };

const deltaRecord = ({ text, agent }: Of<"text-delta">): StreamRecord => ({
  type: "stream_event",
  event: { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } },
  ...parentOf(agent),
});

const noticeRecord = ({ level, text, message, details }: Of<"notice">): StreamRecord => ({
  type: "system",
  subtype: "informational",
  content: text,
  level: message?.kind === "system-message" ? "notice" : level,
  ...(message ? { hook: { id: message.hook.id, label: message.hook.label } } : {}),
  ...(details ? { details } : {}),
});

const retryRecord = ({ attempt, maxRetries, delayMs, reason }: Of<"retry">): StreamRecord => ({
  type: "system",
  subtype: "api_retry",
  attempt,
  max_retries: maxRetries,
  retry_delay_ms: delayMs,
  error: reason,
});

/** A driver takes them to be about the session's conversation, so those of a subagent have none. */
function compactionRecords(
  event: Of<"compacting" | "compacting-ended" | "compacted">,
): readonly StreamRecord[] {
  if (event.agent !== undefined) return [];
  if (event.type === "compacted") return [boundaryRecord(event)];
  return [statusRecord(event.type === "compacting" ? "compacting" : null)];
}

const statusRecord = (status: "compacting" | null): StreamRecord => ({
  type: "system",
  subtype: "status",
  status,
});

const boundaryRecord = ({ trigger, preTokens, postTokens }: Of<"compacted">): StreamRecord => ({
  type: "system",
  subtype: "compact_boundary",
  compact_metadata: { trigger, pre_tokens: preTokens, post_tokens: postTokens },
});
