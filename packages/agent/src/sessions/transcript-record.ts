import type {
  AssistantBlock,
  ConversationMessage,
  TypedPrompt,
  UserMessage,
} from "../conversation/message.ts";
import type { Usage } from "../model/usage.ts";

/** What the writer adds to every record. */
export interface RecordStamp {
  readonly uuid: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly session_id: string;
  /** In the transcript of a subagent. */
  readonly agent_id?: string;
}

/** How a session began or continued. */
interface InitRecord {
  readonly type: "system";
  readonly subtype: "init";
  readonly model: string;
  readonly tools: readonly string[];
  readonly slash_commands: readonly string[];
  readonly cwd: string;
  readonly permission_mode: string;
  readonly profile: string;
  /** startup, resume, clear … as SessionStart has it. */
  readonly source: string;
}

/** First line of a copy: the records below are those of another session, unchanged. */
interface ForkRecord {
  readonly type: "system";
  readonly subtype: "fork";
  readonly from: string;
}

/**
 * The conversation above is no longer part of requests; these messages replace it (G8). They are in one record, so that
 * a crash leaves either the old conversation or the new one.
 */
interface CompactRecord {
  readonly type: "system";
  readonly subtype: "compact";
  readonly trigger: string;
  /** About how many tokens the conversation had, and has now. */
  readonly pre_tokens: number;
  readonly post_tokens: number;
  readonly messages: readonly ConversationMessage[];
}

/** The conversation above became too long; these results have another content from here on, by the id of their call. */
interface TrimRecord {
  readonly type: "system";
  readonly subtype: "trim";
  readonly results: Readonly<Record<string, string>>;
}

/** The conversation continues from the record with this uuid; the messages after it are no longer part of requests. */
interface RewindRecord {
  readonly type: "system";
  readonly subtype: "rewind";
  readonly to: string;
}

/** The user took back the message with this uuid, the last one above: it is no longer part of requests. */
interface WithdrawRecord {
  readonly type: "system";
  readonly subtype: "withdraw";
  readonly message: string;
}

/** The title of the session from here on. */
interface TitleRecord {
  readonly type: "system";
  readonly subtype: "title";
  readonly title: string;
}

interface UserRecord {
  readonly type: "user";
  readonly message: UserMessage;
  /** Not typed by the user. */
  readonly synthetic?: true;
  /** What the user typed. */
  readonly typed?: TypedPrompt;
}

interface AssistantRecord {
  readonly type: "assistant";
  readonly message: {
    readonly id: string;
    readonly role: "assistant";
    readonly model: string;
    readonly content: readonly AssistantBlock[];
    readonly stop_reason: string;
    readonly usage: Usage;
  };
}

/** One hook ran. Its output is in the trace; what the model got is in the messages. */
interface HookRunRecord {
  readonly type: "hook";
  readonly subtype: "run";
  readonly event: string;
  readonly hook_id: string;
  readonly label: string;
  readonly ending: string;
  /** How the run ended. */
  readonly end: string;
  readonly exit_code?: number;
  readonly duration_ms: number;
}

/** The outcome of the hooks of one event. */
interface HookOutcomeRecord {
  readonly type: "hook";
  readonly subtype: "outcome";
  readonly event: string;
  readonly action: string;
  /** Ids of the hooks that decided it. */
  readonly decided_by: readonly string[];
}

interface ResultRecord {
  readonly type: "result";
  readonly subtype: string;
  readonly is_error: boolean;
  readonly duration_ms: number;
  readonly duration_api_ms: number;
  readonly num_turns: number;
  readonly usage: Usage;
  readonly result: string;
  readonly stop_reason: string | null;
  readonly terminal_reason: string;
  readonly errors: readonly string[];
}

/** One line of a transcript, before its stamp (G9). */
export type TranscriptRecord =
  | InitRecord
  | ForkRecord
  | CompactRecord
  | TrimRecord
  | RewindRecord
  | WithdrawRecord
  | TitleRecord
  | UserRecord
  | AssistantRecord
  | HookRunRecord
  | HookOutcomeRecord
  | ResultRecord;
