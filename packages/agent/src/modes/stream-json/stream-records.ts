import type { Profile } from "@snaphook/protocol";
import type { UserMessage } from "../../conversation/message.ts";
import type { AgentEvent } from "../../loop/agent-event.ts";
import { hostVersion } from "../host-version.ts";
import { resultRecord, type StreamRecord } from "../result-record.ts";
import { hookRecords } from "./hook-records.ts";
import { parentOf } from "./parent-of.ts";
import { partRecord } from "./part-record.ts";
import { taskEndedRecord, taskStartedRecord } from "./task-records.ts";

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
  const [first, ...others] = recordsOf(event, options);
  if (!first) return [];
  return [event.uuid === undefined ? first : { ...first, uuid: event.uuid }, ...others];
}

function recordsOf(event: AgentEvent, options: StreamRecordOptions): readonly StreamRecord[] {
  switch (event.type) {
    case "init":
      return [initRecord(event)];
    case "user":
      return userRecords(event, options);
    case "assistant":
      return [assistantRecord(event)];
    case "answer-part":
      return options.includePartialMessages ? [partRecord(event)] : [];
    case "permission-denied":
      return [deniedRecord(event)];
    case "transcript-entry":
      return [{ type: "transcript_mirror", filePath: event.file, entries: [event.entry] }];
    case "task-started":
      return [taskStartedRecord(event)];
    case "task-ended":
      return [taskEndedRecord(event)];
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
  output_style: event.outputStyle ?? "default",
  profile: event.profile,
  source: event.source,
  transcript_path: event.transcriptPath,
  sandbox: event.sandbox,
  ...(event.offered && {
    agents: event.offered.agents,
    skills: event.offered.skills,
    plugins: event.offered.plugins,
    apiKeySource: event.offered.apiKeySource,
    claude_code_version: hostVersion,
    capabilities: ["interrupt_receipt_v1", "interrupt_cancel_queued_v1"],
  }),
});

/** Omits prompts that the user typed; tool results and other messages are included. */
function userRecords(
  { message, synthetic, agent, responses }: Of<"user">,
  { replayUserMessages }: StreamRecordOptions,
): readonly StreamRecord[] {
  const results = message.content.filter((block) => block.type === "tool_result");
  if (results.length === 0 && !synthetic && !replayUserMessages) return [];
  const record = (content: UserMessage["content"], more: object) => ({
    type: "user",
    message: { ...message, content },
    ...parentOf(agent),
    ...more,
  });
  if (results.length === 0)
    return [record(message.content, synthetic ? { isSynthetic: true } : { isReplay: true })];
  // Drivers read what a tool returned beside its result, so each result has its record. The last has what follows them.
  const others = message.content.filter((block) => block.type !== "tool_result");
  return results.map((block, index) => {
    const content = index === results.length - 1 ? [block, ...others] : [block];
    const response = responses?.[block.tool_use_id];
    return record(content, response === undefined ? {} : { tool_use_result: response });
  });
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

const deniedRecord = ({ id, name, by, reason, text, agent }: Of<"permission-denied">) => ({
  type: "system",
  subtype: "permission_denied",
  tool_name: name,
  tool_use_id: id,
  ...(agent && { agent_id: agent.id }),
  decision_reason_type: by,
  decision_reason: reason,
  message: text,
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
